#!/usr/bin/python3
"""What accelloader tells where public reports tell of hours that were lost. tests/golden/reports/ has the whole texts, by
the report they are of; reports.py how each is re-created.

reports_test.py BUILD_FOLDER [--approve]
"""

import argparse
import os
import pathlib
import sys
import tempfile

import reports
import scenario

golden = scenario.Golden("reports", [report.name for report in reports.reports])


def text_of(report, programs, libraries):
    """All commands with what they print, with DIR for the folder."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        text = f"{report.title}\n{report.source}\n"
        for arguments, more in report.make(scenario.Maker(folder, libraries)):
            environment = {"PATH": os.environ["PATH"], "ACCELLOADER_PLUGIN_PATH": temporary, **more.get("variables", {})}
            command = more.get("before", []) + [programs[arguments[0]], *arguments[1:]]
            text += f"== {' '.join(arguments)}\n" + scenario.run(command, environment, folder=more.get("folder"))
        return scenario.settle(text.replace(temporary, "DIR"), report.settled)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--approve", action="store_true", help="write the golden texts anew")
    options = parser.parse_args()
    libraries, programs = scenario.libraries_of(options.build), scenario.programs_of(options.build)

    texts = {}
    for report in reports.reports:
        if report.lack():
            print(f"not tried: {report.source}: {report.lack()}")
        else:
            texts[report.name] = text_of(report, programs, libraries)
    if options.approve:
        golden.approve(texts)
        return 0
    wrong = golden.differences(texts)
    print(f"{len(texts)} reports, {wrong} texts differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
