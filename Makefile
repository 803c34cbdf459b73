# Diwaniya. `make help` lists what there is.
# The work is done by the scripts in scripts/, with the standard library of any Python from 3.11 on.

PYTHON ?= python3
start := "$(PYTHON)" scripts/start.py
.DEFAULT_GOAL := play
.PHONY: play setup test test-py test-web e2e pictures gallery soak lint format bench lock wheel clean help python

play: python ## Set everything up and play: the page is then at the address shown (PORT=..., DATA=folder)
	@$(start) setup play
	@exec .venv/bin/diwaniya serve $${PORT:+--port "$$PORT"} $${DATA:+--data "$$DATA"}

setup: python ## Only set everything up; the command is then .venv/bin/diwaniya
	@$(start) setup

test: python ## Every check and every test
	@$(start) setup test
	@$(start) check

test-py: python ## Only the tests of the Python side
	@$(start) setup test
	@$(start) check pytest

test-web: python ## Only the tests of the page, without a browser
	@$(start) setup test
	@$(start) check vitest

e2e: python ## Only the tests in a real browser
	@$(start) setup test
	@$(start) check browser

pictures: python ## Take the stored pictures of the page anew (one screen: SCREEN=room), and show them in the gallery
	@$(start) setup test
	@$(start) pictures $(SCREEN)

gallery: python ## Only write docs/gallery.md, which shows the stored pictures
	@$(start) gallery

soak: python ## The long forms of the tests: 200 kills, a million deals, hours of random rooms
	@$(start) setup test
	@.venv/bin/python -m pytest -m soak --timeout 7200 -q -rA

lint: python ## Only the checks of the source: style, types, layers
	@$(start) setup test
	@$(start) check lint

format: python ## Put all source into the common form
	@$(start) setup test
	@$(start) check format

bench: python ## Measure ourselves against our peers
	@$(start) setup bench
	@.venv/bin/python -m bench

lock: python ## Choose the newest versions of all packages anew, and write them down with their hashes
	@$(start) setup test
	@$(start) lock

wheel: python ## The package as one file, in dist/
	@$(start) setup test
	@.venv/bin/python -m hatchling build --target wheel

clean: ## Take away what was built here (not .venv and web/node_modules)
	@rm -rf build dist .cache src/diwaniya/page .mypy_cache .ruff_cache .pytest_cache .hypothesis

help: ## This list
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## /  make \1	/p' Makefile | expand -t 18

python:
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "Diwaniya needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
