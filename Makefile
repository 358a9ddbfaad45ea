# The two commands of the README: `make demo` and `make check`. Both set up what they need.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
BIN := $(VENV)/bin
READY := $(VENV)/ready-$(notdir $(PYTHON))
PYTHONS ?= python3.11 python3.14

# Tests start many processes; without compiled files each of them would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo check setup lint format types test docs clauses package verify benchmark clean

# Exit code 1 says that there are violations: here that is as it should be.
demo: $(READY)
	$(BIN)/granada-rules validate examples/positions/legal-* examples/positions/illegal-* || test $$? -eq 1

# What needs one core each is done side by side.
check: $(READY)
	$(MAKE) --jobs=$(JOBS) --output-sync lint types docs
	$(MAKE) test

setup: $(READY)

$(READY): pyproject.toml requirements-dev.txt
	@echo "Setting up $(VENV): about a minute"
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --requirement requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $(READY)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(READY)
	$(BIN)/mypy

# Measuring coverage takes longer than the tests themselves; these add nothing to it.
PYTEST := $(BIN)/python -m pytest --numprocesses=$(JOBS) --dist=worksteal
HOUSE := behaviour clause_pages combinations docstrings english fuzz grown_cities misreadings mutation numbers \
	open_names package page_tables pages playthroughs readme reference swapped traceability verify walks
OTHERS := cli/test_cli_process dealer/test_dealing dealer/test_plain_dealer draw/test_draw_browser \
	play/test_chance play/test_each_game play/test_perft records/test_exchange_records \
	referee/test_referee_modules testing/test_examples_kit testing/test_printed
BESIDE := tests/property tests/oracle $(HOUSE:%=tests/house/test_%.py) $(OTHERS:%=tests/%.py)

test: $(READY)
	$(PYTEST) --cov --cov-report=term-missing $(BESIDE:%=--ignore=%)
	$(PYTEST) $(BESIDE)

# The site, without a network; a warning is an error.
docs: $(READY)
	$(BIN)/sphinx-build --nitpicky --fail-on-warning --quiet --builder html docs build/site

# Clause -> where the code cites it -> the tests that accept and reject by it.
clauses: $(READY)
	$(BIN)/python -m tests.helpers.traceability

# The whole suite against the wheel, installed anew, with the oldest and the newest interpreter that is supported.
# Others can be named, also by their paths: make package PYTHONS="python3.12".
package: $(READY)
	$(BIN)/python -m verification.installed $(PYTHONS) --pytest "--numprocesses=$(JOBS) --dist=worksteal"

# Hours: comparisons with the oracle, small worlds, misreadings, mutants, fuzzing. It goes on where it was stopped.
# Arguments choose what to run: make verify VERIFY="--cases 500 cities actions", or VERIFY="--minutes 30".
verify: $(READY)
	$(BIN)/python -m verification.verify $(VERIFY)

# Speed beside plain searches, of whole games beside random chess, and of files, good and hostile ones; and how
# far one walks through the package.
benchmark: $(READY)
	$(BIN)/python -m benchmarks.placement
	$(BIN)/python -m benchmarks.mixed
	$(BIN)/python -m benchmarks.scoring
	$(BIN)/python -m benchmarks.play
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.family
	$(BIN)/python -m benchmarks.records
	$(BIN)/python -m benchmarks.walks

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist
