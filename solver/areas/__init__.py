"""Areas of a map by the law: what sentences say of where, as hexes."""
