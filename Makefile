# The two commands of the README, and their parts. Each sets up what it needs.
CARGO ?= cargo
# Set-up puts a newer Node into ui/.node where the system's is too old for the user interface.
export PATH := $(CURDIR)/ui/.node/node_modules/.bin:$(HOME)/.cargo/bin:$(PATH)

JOURNEYS = cd ui && PROVISO=../target/debug/proviso npm run --silent e2e -- $(ONLY)

.PHONY: help witness try-witness setup setup-ui setup-app setup-tests demo app deb ui check test offline test-ui journeys lint lint-ui fmt screens soak

help:
	@echo 'make demo   set up, then convert two sample documents and show what Proviso finds'
	@echo 'make app    set up, then open the window; FILES="a.pdf b.png" are taken in'
	@echo 'make deb    the window as a package for Debian and Ubuntu'
	@echo 'make check  what a change breaks first: the crates from within, and the controllers'
	@echo 'make test   set up, then run every test'
	@echo 'make ui     build the user interface into ui/dist'
	@echo 'make witness   build what checks bundles in a browser (proviso bundle --html)'
	@echo 'make soak   send 5,000 papers (N=) over three workers and three servers, one of which is killed'
	@echo 'make screens   write every screen to docs/screens'

setup:
	@scripts/setup

# Packages of the user interface, from its lock file; done again only when that changes.
ui/node_modules/.package-lock.json: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund
	@touch $@

setup-ui: setup
	@scripts/setup ui
	@$(MAKE) --no-print-directory ui/node_modules/.package-lock.json

setup-app: setup
	@scripts/setup app

setup-tests: setup-app setup-ui
	@scripts/setup tests

ui: setup-ui
	cd ui && npm run --silent build

# What checks bundles in a browser: a program for WebAssembly, which the others embed.
WITNESS = crates/proviso-kit/witness
$(WITNESS)/dist/witness.wasm.gz: $(shell find $(WITNESS)/src crates/proviso-core/src crates/proviso-kernel/src crates/proviso-syntax/src Domains/Core.idr -type f) $(WITNESS)/Cargo.lock $(WITNESS)/Cargo.toml
	@scripts/setup witness
	@echo 'building the checker for browsers; the first time takes some minutes' >&2
	@cd $(WITNESS) && $(CARGO) build --quiet --locked --release --target wasm32-unknown-unknown --target-dir ../../../target/witness
	@mkdir -p $(@D)
	@gzip -9 --no-name -c target/witness/wasm32-unknown-unknown/release/proviso_witness.wasm >$@

witness: setup $(WITNESS)/dist/witness.wasm.gz

# Where the standard library for WebAssembly is not to be had, all else is built and tested.
try-witness: setup
	@$(MAKE) --no-print-directory $(WITNESS)/dist/witness.wasm.gz || \
		echo 'the checker for browsers could not be built: `proviso bundle --html` will say so, and its pages are not tested' >&2

# What works without a network, so that nobody waits for what speaks to others: `--no-default-features`.
# The samples are a sound contract, and an invoice with a clerk's mistake; a finding (status 1) is the
# point of the demonstration.
demo: setup
	@echo 'building Proviso; the first time takes some minutes' >&2
	@$(CARGO) build --profile demo --package proviso-cli --no-default-features
	@target=$$($(CARGO) metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/'); \
	for it in service_contract:ServiceContract goods_invoice:GoodsInvoice; do \
		printf '\n$$ proviso convert direction/samples/%s.pdf\n' "$${it%:*}"; \
		"$$target/demo/proviso" convert "direction/samples/$${it%:*}.pdf" --project "$${it#*:}" --workspace . \
			|| [ $$? -eq 1 ] || exit 2; \
	done

# The window embeds the user interface, so that is built first.
app: setup-app ui try-witness
	@echo 'building Proviso; the first time takes some minutes' >&2
	@$(CARGO) build --release --package proviso-desktop
	@$(CARGO) run --quiet --release --package proviso-desktop -- $(FILES)

# The bundler is asked for by its version, so that nothing else pays for fetching it. The package brings
# the licenses of all that is linked into it.
deb: setup-app ui witness
	$(CARGO) run --quiet --package xtask -- licenses
	cd src-tauri && npx --yes @tauri-apps/cli@2.12.5 build --bundles deb

# Clippy is the compiler of the tests: what it has to say costs little beside a build, and to check
# all that the crates stand on without building it would cost half as much again.
LINTED = RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__

# What a change breaks first, before `make test` tries all of it: every crate from within, the scenarios
# of the loop, the controllers. All crates are named, since a choice of them would choose other features
# of what they stand on, and build that once more.
check: setup-ui
	$(LINTED) $(CARGO) test --workspace --all-features --lib --test scenarios
	cd ui && npm run --silent test

# What does not wait for the checker for browsers is done while that is built, whose end is one long
# step on one core. Benches are built and not run; with `--all-targets` the examples would be built
# twice, since tests build them in another form. The Rust tests build the program that the journeys run.
test: setup-tests
	@$(MAKE) --no-print-directory --jobs 2 try-witness lint-ui test-ui fmt offline
	$(LINTED) $(CARGO) test --workspace --all-features --benches --no-run
	$(LINTED) $(CARGO) test --workspace --all-features
	$(JOURNEYS)

# `make demo` is built without what speaks to others, as no test is: that it still can be is only looked
# at here, which builds nothing twice.
offline: setup
	$(LINTED) $(CARGO) check --package proviso-cli --no-default-features

# The controllers.
test-ui: ui
	cd ui && npm run --silent test

# The program as the Rust tests build it. Its package alone would choose other features of what it stands
# on, and build two hundred crates once more; what it can beyond one that is given away is to answer from
# recordings where the environment says so, which the journeys do not.
PROGRAM = $(LINTED) $(CARGO) test --workspace --all-features --no-run --test it

# Journeys in a real browser against the real program, with a compiler or without; those of the files
# whose names hold ONLY.
journeys: setup-tests ui
	$(PROGRAM)
	$(JOURNEYS)

# Many papers over a cluster that loses a server; recorded in docs/scale.md, no part of `make test`.
N ?= 5000
soak: setup-tests
	$(CARGO) run --quiet --package xtask -- soak --papers $(N)

screens: setup-tests ui
	$(PROGRAM)
	cd ui && PROVISO=../target/debug/proviso npm run --silent screens

# Layers, heads and sizes of files (`cargo xtask tidy`) are judged by a test of the tasks.
lint: setup-app lint-ui fmt
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings

lint-ui: ui
	cd ui && npm run --silent lint

fmt: setup
	$(CARGO) fmt --all --check
