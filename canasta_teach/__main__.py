"""`python -m canasta_teach` is the command `canasta-teach`."""

from canasta_teach.cli import main

main()
