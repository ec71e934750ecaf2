#!/usr/bin/python3
"""manifest.schema.json and `accelloader validate` agree on every manifest of the fixtures and of manifests/.

manifest_schema_test.py ACCELLOADER
"""

import json
import pathlib
import subprocess
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: this Python has no jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)

tests = pathlib.Path(__file__).resolve().parent.parent
fixtures = tests / "fixtures/manifests"
manifests = tests.parent / "manifests"
schema_file = manifests / "manifest.schema.json"

# What the validator refuses and no schema can.
beyond_schema = {
    "key_twice": "JSON readers keep one of two members with the same key",
    "key_twice_in_a_member": "JSON readers keep one of two members with the same key",
    "lone_surrogate": "JSON readers pass half of a surrogate pair on",
    "manifest_version_with_a_point": "JSON Schema takes 1.0 for an integer",
    "priority_with_a_point": "JSON Schema takes 100.0 for an integer",
    "nested_too_deep": "JSON Schema has no word for depth",
    "too_many_values": "JSON Schema has no word for the number of all values",
}


def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def refusal(schema, path):
    """Why the schema, or the JSON reader before it, refuses the file; None if it does not."""
    try:
        document = json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=refuse_constant)
    except ValueError as error:  # also of what is no UTF-8
        return f"no JSON: {error}"
    error = next(schema.iter_errors(document), None)
    return f"{error.json_path}: {error.message}" if error else None


def validated(accelloader, paths):
    """The findings of each file, and whether it is valid, as the program has them."""
    done = subprocess.run([accelloader, "validate", "--json", *map(str, paths)], env={}, capture_output=True)
    reports = json.loads(done.stdout)["manifests"]
    assert [report["path"] for report in reports] == [str(path) for path in paths]
    return dict(zip(paths, reports))


def resolved(document, node):
    return document["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def members_of_schema(document, node, place=""):
    """All that the schema names, as `requires.hardware.any_of[].pci.vendor`."""
    found = set()
    for key, value in node.get("properties", {}).items():
        value = resolved(document, value)
        found |= {place + key} | members_of_schema(document, value, f"{place}{key}.")
        if value.get("type") == "array":
            found |= members_of_schema(document, resolved(document, value["items"]), f"{place}{key}[].")
    return found


def members_of_manifest(node, place=""):
    found = set()
    for key, value in node.items():
        if key.startswith("x-"):
            continue
        found.add(place + key)
        if place + key in ("environment", "options"):  # whose members have no names of ours
            continue
        for item in value if isinstance(value, list) else []:
            found |= members_of_manifest(item, f"{place}{key}[].") if isinstance(item, dict) else set()
        found |= members_of_manifest(value, f"{place}{key}.") if isinstance(value, dict) else set()
    return found


def faults_of_members(document, report):
    """good/everything.json has each member that the schema names, and the validator knows them all."""
    everything = fixtures / "good/everything.json"
    named, used = members_of_schema(document, document), members_of_manifest(json.loads(everything.read_text()))
    unknown = [found["message"] for found in report["findings"] if found["code"] == "A0206"]
    return (
        [f"the schema does not name `{member}`" for member in sorted(used - named)]
        + [f"{everything} lacks `{member}`" for member in sorted(named - used)]
        + [f"the validator says: {message}" for message in unknown]
    )


def main():
    accelloader = str(pathlib.Path(sys.argv[1]).resolve())
    document = json.loads(schema_file.read_text())
    Draft202012Validator.check_schema(document)
    schema = Draft202012Validator(document)
    faults = []

    expected = {path: True for path in sorted(fixtures.glob("good/*.json"))}
    expected |= {path: False for path in sorted(fixtures.glob("bad/*.json"))}
    expected |= {path: True for path in sorted(manifests.glob("*.json")) if path != schema_file}
    reports = validated(accelloader, list(expected))
    for path, good in expected.items():
        valid, why = reports[path]["valid"], refusal(schema, path)
        if valid != good:
            faults.append(f"{path}: the validator takes it for {'valid' if valid else 'invalid'}")
        if path.stem in beyond_schema and why:
            faults.append(f"{path}: the schema refuses it by now ({why}): take it off the list `beyond_schema`")
        elif path.stem not in beyond_schema and (why is None) != good:
            faults.append(f"{path}: the schema {'refuses it: ' + why if why else 'takes it'}")
    for name in beyond_schema.keys() - {path.stem for path in expected}:
        faults.append(f"{name}: stands on the list `beyond_schema` and is no fixture")

    faults += faults_of_members(document, reports[fixtures / "good/everything.json"])
    print("\n".join(faults + [f"{len(expected)} manifests, {len(faults)} disagreements"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
