"""Two versions of the law compared: rules that differ, answers that differ, and why."""
