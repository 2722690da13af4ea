"""What else may be done, and what attacks come to."""
