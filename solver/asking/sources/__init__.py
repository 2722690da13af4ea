"""Where the facts come from that a question hangs on."""
