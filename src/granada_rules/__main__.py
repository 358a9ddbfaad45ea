"""``python -m granada_rules`` is the command line ``granada-rules``."""

from granada_rules_cli import main

if __name__ == "__main__":
    main()
