"""Runs the program: ``python -m hexcourt``."""

from hexcourt.cli.main import main

if __name__ == "__main__":
    main()
