"""What the page is told besides answers: maps, marks, cards, kinds of pieces."""
