#!/usr/bin/python3
"""Every way in which a library fails, made here and tried: what `accelloader check` tells, what a program that loads the
back end gets, and what dlopen does. tests/golden/faults/ has the whole texts, and docs/faults.md both side by side.

faults_test.py BUILD_FOLDER [--approve]
"""

import argparse
import difflib
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import faults

project = pathlib.Path(__file__).resolve().parent.parent.parent
golden = project / "tests/golden/faults"
page = project / "docs/faults.md"
glibc = "2.36"  # of which docs/faults.md has the words


def run(command, environment, seconds):
    """What it prints, and its end if that was not its own."""
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode() + "does not come back\n"
    text = done.stdout.decode()
    if done.returncode < 0:
        return text + f"killed by signal {-done.returncode}\n"
    return text if done.returncode == 0 else text + f"exit code {done.returncode}\n"


def outcome_of(fault, programs, libraries):
    """(check, load, dlopen), each as it is printed, with DIR for the folder."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        library = fault.make(faults.Maker(folder, libraries))
        (folder / "vnpu.json").write_text(fault.manifest(library))
        environment = {"PATH": os.environ["PATH"], "ACCELLOADER_PLUGIN_PATH": temporary}
        environment.update({name: value.replace("DIR", temporary) for name, value in fault.environment.items()})
        texts = []
        for command, seconds in [
            ([programs["accelloader"], "check", "vnpu", *fault.options], 60),
            ([programs["loads"], "vnpu"], 60),
            ([programs["dlopens"], str(library), *fault.symbol], 3),
        ]:
            text = run(fault.prefix(folder) + command, environment, seconds)
            texts.append(fault.settle(text.replace(temporary, "DIR")))
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


def compare(name, expected, found):
    if expected == found:
        return 0
    print("\n".join(difflib.unified_diff(expected.splitlines(), found.splitlines(), f"golden {name}", "found", lineterm="")))
    return 1


def condition_of(row):
    return row.split(" | ")[0].removeprefix("| ")


def table_of(text):
    """Before, the rows by their condition, and after."""
    start = text.index("|---|---|---|\n") + len("|---|---|---|\n")
    end = text.index("\n\n", start) + 1
    return text[:start], text[start:end], text[end:]


def strays():
    """Golden texts that belong to no fault."""
    known = {f"{fault.name}.txt" for fault in faults.faults}
    return sorted(path.name for path in golden.glob("*.txt") if path.name not in known)


def judge(results):
    wrong = sum(compare(fault.name, read(golden / f"{fault.name}.txt"), sections(texts)) for fault, texts in results)
    for stray in strays():
        print(f"tests/golden/faults/{stray} belongs to no fault")
        wrong += 1
    if platform.libc_ver()[1] != glibc:
        print(f"docs/faults.md is of glibc {glibc}, and not compared")
        return wrong
    rows = {condition_of(row): row for row in table_of(read(page))[1].splitlines()}
    found = {fault.condition: row_of(fault, texts) for fault, texts in results}
    not_tried = {fault.condition for fault in faults.faults} - found.keys()
    for condition in (rows.keys() - not_tried) | found.keys():
        wrong += compare("docs/faults.md", rows.get(condition, ""), found.get(condition, ""))
    return wrong


def read(path):
    return path.read_text() if path.exists() else ""


def approve(results):
    golden.mkdir(parents=True, exist_ok=True)
    for stray in strays():
        (golden / stray).unlink()
    for fault, texts in results:
        (golden / f"{fault.name}.txt").write_text(sections(texts))
    before, _, after = table_of(read(page))
    page.write_text(before + "".join(row_of(fault, texts) + "\n" for fault, texts in results) + after)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--approve", action="store_true", help="write the golden texts and the table anew")
    options = parser.parse_args()
    libraries = faults.libraries_of(options.build)
    programs = {name: str(options.build / "tests" / name) for name in ("loads", "dlopens")}
    programs["accelloader"] = str(options.build / "bin/accelloader")

    results = []
    for fault in faults.faults:
        lack = fault.lack()
        if lack:
            print(f"not tried: {fault.name}: {lack}")
        else:
            results.append((fault, outcome_of(fault, programs, libraries)))
    if options.approve:
        approve(results)
        return 0
    wrong = judge(results)
    print(f"{len(results)} faults, {wrong} texts differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
