"""What moving units meet: hexes, hexsides, and how near depictions come to them."""
