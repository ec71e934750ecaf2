#!/usr/bin/python3
"""What `accelloader validate` says of each bad manifest, whole: tests/golden/manifests/ has the texts.

manifest_texts_test.py ACCELLOADER [--approve]
"""

import argparse
import difflib
import pathlib
import subprocess
import sys

tests = pathlib.Path(__file__).resolve().parent.parent
fixtures = tests / "fixtures/manifests"
golden = tests / "golden/manifests"


def text_of(accelloader, manifest):
    """The text, and the exit code as its last line. The environment is empty, so that no variable expands."""
    command = [accelloader, "validate", str(manifest.relative_to(fixtures))]
    done = subprocess.run(command, cwd=fixtures, env={}, capture_output=True)
    return (done.stdout + done.stderr + b"exit code %d\n" % done.returncode).decode()


def report(name, expected, found):
    lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), f"golden {name}", "found", lineterm="")
    print("\n".join(lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("accelloader", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--approve", action="store_true", help="write the golden texts anew")
    options = parser.parse_args()

    texts = {manifest.stem: text_of(options.accelloader, manifest) for manifest in sorted(fixtures.glob("bad/*.json"))}
    assert texts, f"no manifest in {fixtures}"
    if options.approve:
        golden.mkdir(parents=True, exist_ok=True)
        for old in golden.glob("*.txt"):
            old.unlink()
        for name, text in texts.items():
            (golden / f"{name}.txt").write_text(text)
        return 0

    approved = {path.stem: path.read_text() for path in golden.glob("*.txt")}
    wrong = sorted(name for name in texts.keys() | approved.keys() if texts.get(name) != approved.get(name))
    for name in wrong:
        report(name, approved.get(name, ""), texts.get(name, ""))
    print(f"{len(texts)} texts, {len(wrong)} of them differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
