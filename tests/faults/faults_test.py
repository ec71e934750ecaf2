#!/usr/bin/python3
"""Every way in which a library fails, made here and tried: what `accelloader check` tells, what a program that loads the
back end gets, and what dlopen does. tests/golden/faults/ has the whole texts, and docs/faults.md both side by side.

faults_test.py BUILD_FOLDER [--approve]
"""

import argparse
import os
import pathlib
import platform
import sys
import tempfile

import faults
import scenario

page = scenario.project / "docs/faults.md"
glibc = "2.36"  # of which docs/faults.md has the words
golden = scenario.Golden("faults", [fault.name for fault in faults.faults])


def outcome_of(fault, programs, libraries):
    """(check, load, dlopen), each as it is printed, with DIR for the folder."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        maker = scenario.Maker(folder, libraries)
        library = fault.make(maker)
        maker.manifest("vnpu", library, **fault.members)
        environment = {"PATH": os.environ["PATH"], "ACCELLOADER_PLUGIN_PATH": temporary}
        environment.update({name: value.replace("DIR", temporary) for name, value in fault.environment.items()})
        texts = []
        for command, seconds in [
            ([programs["accelloader"], "check", "vnpu", *fault.options], 60),
            ([programs["loads"], "vnpu"], 60),
            ([programs["dlopens"], str(library), *fault.symbol], 3),
        ]:
            text = scenario.run(fault.prefix(folder) + command, environment, seconds)
            texts.append(scenario.settle(text.replace(temporary, "DIR"), fault.settled))
        return texts


def row_of(fault, texts):
    """The row of docs/faults.md: the first true cause beside what dlopen tells."""
    check, _, dlopen = texts
    told = [line for line in check.splitlines() if line.startswith(("error[", "warning["))]
    ours = "usable, nothing to tell" if not told else told[0]
    for found in ("error", "warning"):
        if ours.startswith(found + "["):
            code, text = ours[len(found) + 1 :].split("]: ", 1)
            mark = "warning: " if found == "warning" else ""
            ours = f"[{code}](errors/{code}.md): {mark}{text}"
    theirs = dlopen.strip().replace("\n", "; ")
    theirs = theirs if theirs == "loads" or theirs.startswith(("killed", "exit", "does")) else f"`` {theirs} ``"
    return f"| {fault.condition} | {theirs} | {ours} |"


def sections(texts):
    names = ("accelloader check vnpu", "a program that loads vnpu")
    return "".join(f"== {name}\n{text}" for name, text in zip(names, texts))


def condition_of(row):
    return row.split(" | ")[0].removeprefix("| ")


def table_of(text):
    """Before, the rows by their condition, and after."""
    start = text.index("|---|---|---|\n") + len("|---|---|---|\n")
    end = text.index("\n\n", start) + 1
    return text[:start], text[start:end], text[end:]


def differences_of_page(results):
    if platform.libc_ver()[1] != glibc:
        print(f"docs/faults.md is of glibc {glibc}, and not compared")
        return 0
    rows = {condition_of(row): row for row in table_of(page.read_text())[1].splitlines()}
    found = {fault.condition: row_of(fault, texts) for fault, texts in results}
    not_tried = {fault.condition for fault in faults.faults} - found.keys()
    return sum(scenario.compare("docs/faults.md", rows.get(condition, ""), found.get(condition, ""))
               for condition in sorted((rows.keys() - not_tried) | found.keys()))


def approve_page(results):
    before, _, after = table_of(page.read_text())
    page.write_text(before + "".join(row_of(fault, texts) + "\n" for fault, texts in results) + after)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--approve", action="store_true", help="write the golden texts and the table anew")
    options = parser.parse_args()
    libraries, programs = scenario.libraries_of(options.build), scenario.programs_of(options.build)

    results = []
    for fault in faults.faults:
        lack = fault.lack()
        if lack:
            print(f"not tried: {fault.name}: {lack}")
        else:
            results.append((fault, outcome_of(fault, programs, libraries)))
    texts = {fault.name: sections(texts) for fault, texts in results}
    if options.approve:
        golden.approve(texts)
        approve_page(results)
        return 0
    wrong = golden.differences(texts) + differences_of_page(results)
    print(f"{len(results)} faults, {wrong} texts differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
