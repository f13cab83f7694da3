PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
GAMES ?= 300

help: ## Show what there is to make
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

run: $(VENV)/installed ## Play a tournament with the sample bots and print the standings
	$(BIN)/referee run sample_bots/*.py --games $(GAMES)

test: $(VENV)/installed-dev ## Run all tests
	$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(VENV)/installed-dev ## Check style and types
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

golden: $(VENV)/installed-dev ## Rewrite the recorded playthroughs; look at the difference before you commit it
	$(BIN)/python -m tests.golden

schema: $(VENV)/installed ## Rewrite the JSON Schema of the protocol and the types in the kits
	$(BIN)/referee schema > protocol/schema.json
	$(BIN)/python -m protocol.kits

bench: $(VENV)/installed-dev ## Measure, as ratios against baselines of the same run
	$(BIN)/python -m tests.bench

schedules: $(VENV)/installed-dev ## Check how even the schedules of every size are
	$(BIN)/python -m tests.tournament.schedules

mutants: $(VENV)/installed-dev ## Break the rules in small ways and tell which breach no scenario notices
	$(BIN)/python -m tests.mutants $(MUTANTS)

soak: $(VENV)/installed-fuzz ## Try for long what the tests try for a short time; SOAK names one of it
	$(BIN)/python -m tests.soak $(SOAK)

clean: ## Remove what was installed and built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/installed

$(VENV)/installed-fuzz: $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	touch $@

.PHONY: help run test lint golden schema bench schedules mutants soak clean
