"""The sheet: layers, legend and marks."""
