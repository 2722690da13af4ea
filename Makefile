# `make demo` and `make test` set everything up on a fresh machine: a virtual environment in .venv with
# the package and its tools, made anew whenever pyproject.toml or the list of program files changes.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
PARSED := $(VENV)/.parsed
RULES  := $(shell find asp -name '*.lp') $(wildcard solver/rulebase/*.py)
SOURCES := $(shell find __init__.py __main__.py py.typed asp facts solver cli cases docs examples -type f -not -path '*/__pycache__/*' | sort)

.PHONY: demo test thorough sanitize mutate rules law lint types check docs bench clean

demo: $(PARSED)
	$(BIN)/hexcourt see budapest F31 --status emplaced

test: $(PARSED)
	$(BIN)/python -m pytest -n 2 --dist worksteal

# what pytest makes of the tests is kept for the next run, wherever that is forbidden too
test thorough: export PYTHONDONTWRITEBYTECODE :=

# all that is long, hostile or random at length, of which `make test` tries a sample
thorough: $(STAMP)
	HEXCOURT_EFFORT=4 $(BIN)/python -m pytest -n 2 --dist worksteal

# the kernels in C on random and embedded boards, each access to memory and each number checked
sanitize: $(STAMP)
	HEXCOURT_EFFORT=4 $(BIN)/python -m pytest tests/facts/base/test_kernels.py -k sanitizers

# each rule taken out: some test must fail
mutate: $(STAMP)
	$(BIN)/python bench/mutate.py

# all checks of the rules in bounded positions: docs/reference/rule_checks.md; stored findings are not searched again
rules law: $(STAMP)
	$(BIN)/hexcourt rules check

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# of scripts whether what they call is there, as they run seldom
BENCH_TYPES := --explicit-package-bases --follow-imports=silent --ignore-missing-imports \
	$(addprefix --disable-error-code=,arg-type assignment comparison-overlap dict-item misc no-any-return \
	no-untyped-call operator str-bytes-safe unused-ignore var-annotated)

# of tests whether the names and arguments that they use are there
TEST_TYPES := --implicit-reexport $(addprefix --disable-error-code=,call-overload func-returns-value index list-item no-untyped-def return-value \
	type-var typeddict-item union-attr)

types: $(STAMP)
	$(BIN)/mypy
	$(BIN)/mypy $(BENCH_TYPES) bench/*.py
	$(BIN)/mypy $(BENCH_TYPES) $(TEST_TYPES) $(shell find tests -name '*.py')

check: lint types test
	$(BIN)/hexcourt rules check --changed

# the documents as a site in site/, with search; strict
docs: $(STAMP)
	$(BIN)/python -c 'import furo, myst_parser, sphinx' || $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check --editable '.[docs]' --config-settings editable_mode=strict
	$(BIN)/python bench/site.py

bench: $(STAMP)
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/table.py
	$(BIN)/python bench/symmetry.py
	$(BIN)/python bench/joining.py
	$(BIN)/python bench/overlays.py
	$(BIN)/python bench/ablation.py
	$(BIN)/python bench/movement.py
	$(BIN)/python bench/questions.py
	$(BIN)/python bench/certificates.py
	$(BIN)/python bench/sweep.py
	$(BIN)/python bench/agreement.py

# the list of files belongs to the installation: a new file must be linked into it
$(STAMP): pyproject.toml setup.py facts/base/kernels.c $(VENV)/.files
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' --config-settings editable_mode=strict
	$(BIN)/python -m compileall -q $(VENV)/build
	touch $@

# so that a command with an empty cache parses no rules; installing takes away what was written before
$(PARSED): $(RULES) $(STAMP)
	$(BIN)/python bench/parsed_rules.py
	touch $@

$(VENV)/.files: FORCE
	@mkdir -p $(VENV)
	@echo '$(SOURCES)' | cmp -s - $@ || echo '$(SOURCES)' > $@

FORCE:

clean:
	rm -rf $(VENV) build dist site *.egg-info
