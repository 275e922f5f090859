# The two commands of the README, and their parts. Each sets up what it needs.
CARGO ?= cargo
export PATH := $(HOME)/.cargo/bin:$(PATH)

.PHONY: help setup demo test lint

help:
	@echo 'make demo   set up, then convert two sample documents and show what Proviso finds'
	@echo 'make test   set up, then run every test'

setup:
	@scripts/setup

demo: setup
	@echo 'building Proviso; the first time takes some minutes' >&2
	@$(CARGO) build --release --package proviso-cli
	@$(CARGO) xtask demo

test: setup lint
	$(CARGO) test --workspace --all-features

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	$(CARGO) xtask tidy
