"""The numbers of questions: that none leaves the range in which clingo reckons rightly."""
