"""Codes, their pages and the tests agree.

Each code of error_code.hpp has a page in docs/errors, and each page a code and a line in the index; the examples of a
page have its own code; something raises each code, and some test asserts it.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
faults = []

# What a test cannot bring about on a real machine, and why.
untested = {"A0809": "libtorch's slots can always be written where the tests run"}


def check(holds, fault):
    if not holds:
        faults.append(fault)


def text_of(folder, *endings):
    return "\n".join(p.read_text(errors="replace") for e in endings for p in sorted((root / folder).rglob("*" + e)))


header = (root / "include/accelloader/error_code.hpp").read_text()
codes = {f"A{int(number):04}": name for name, number in re.findall(r"^  (\w+) = (\d+),", header, re.M)}
pages = {path.stem: path.read_text() for path in (root / "docs/errors").glob("A*.md")}
index = dict(re.findall(r"^\| \[(A\d{4})\]\(A\d{4}\.md\) \| (.*) \|$", (root / "docs/errors/README.md").read_text(), re.M))
sources = text_of("src", ".cpp")
tests = text_of("tests", ".cpp", ".py", ".txt", ".cmake")

check(len(codes) > 50, "error_code.hpp was not understood")
for code in sorted(codes.keys() - pages.keys()):
    faults.append(f"{code} ({codes[code]}) has no page")
for code in sorted(pages.keys() - codes.keys()):
    faults.append(f"docs/errors/{code}.md is of no code")
for code, page in sorted(pages.items()):
    title = re.match(rf"# {code}: (.+)\n", page)
    check(title, f"docs/errors/{code}.md does not start with `# {code}: `")
    check(title and index.get(code) == title[1], f"the index does not have the title of {code}")
    for other in re.findall(r"(?:error|warning|note)\[(A\d{4})\]", page):
        check(other == code, f"an example of docs/errors/{code}.md has the code {other}")
    for line in page.splitlines():
        check(len(line) <= 120 or line.startswith("    "), f"docs/errors/{code}.md has a line of {len(line)} columns")
for code, name in sorted(codes.items()):
    check(re.search(rf"\b{name}\b", sources), f"nothing raises {code} ({name})")
    check(code in untested or re.search(rf"\b({code}|ErrorCode::{name})\b", tests), f"no test asserts {code} ({name})")

print("\n".join(faults))
sys.exit(1 if faults else 0)
