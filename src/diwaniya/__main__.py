"""``python -m diwaniya`` is the command ``diwaniya``."""

from diwaniya.cli.main import main

if __name__ == "__main__":
    main()
