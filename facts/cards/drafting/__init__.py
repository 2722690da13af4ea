"""Cards drafted from what there is: saves of VASSAL and scenarios of vasl-templates."""
