"""Studies: one question on many boards, units and worlds (`sweep`)."""
