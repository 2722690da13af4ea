"""What holds for all tests."""

import signal

# a job in the background starts with interrupts ignored, and so would the programs that tests interrupt
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
