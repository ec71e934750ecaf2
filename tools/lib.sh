# shellcheck shell=bash
# What the tools share. Each sources it right after `set -euo pipefail`.

project="$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
this_tool="tools/$(basename -- "$0")"
readonly project this_tool

say() { printf '%s\n' "$*"; }
heading() { printf '\n== %s\n' "$*"; }
warn() { printf '%s: %s\n' "$this_tool" "$*" >&2; }
die() {
  warn "$@"
  exit 1
}

# Prints the comment at the head of the script that was started.
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

has() { command -v "$1" >/dev/null; }

# How many compilers to run at once: one a core, and 2 GB of memory for each, which is what libtorch's headers take.
jobs_that_fit() {
  local cores memory
  cores="$(nproc)"
  memory="$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo)"
  memory=$((${memory:-0} / 2000000))
  if ((memory < 1)); then memory=1; fi
  echo $((memory < cores ? memory : cores))
}

# Configures a preset and builds it.
build_preset() {
  (cd "$project" && cmake --preset "$1" && cmake --build --preset "$1" --parallel "$(jobs_that_fit)")
}
