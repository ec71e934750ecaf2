"""What the tests here share: libraries that the build has made, folders of files, commands, and approved texts."""

import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess

project = pathlib.Path(__file__).resolve().parent.parent.parent
other_user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"]


def libraries_of(build):
    """The paths in the headers that the build generates for the tests in C++."""
    paths = {}
    for header in build.glob("tests/fakes/**/*_paths.hpp"):
        paths.update(re.findall(r'const char\* (\w+) = "([^"]+)"', header.read_text()))
    assert "codec" in paths and "vcl" in paths, f"no libraries in {build}"
    return paths


def programs_of(build):
    programs = {name: str(build / "tests" / name) for name in ("loads", "dlopens")}
    return {**programs, "accelloader": str(build / "bin/accelloader")}


class Maker:
    """Puts files into the folder; each member returns the path of what it made."""

    def __init__(self, folder, libraries):
        self.folder, self.libraries = folder, libraries

    def path(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def text(self, content, name="libvnpu.so"):
        path = self.path(name)
        path.write_text(content)
        return path

    def copy(self, library, name="libvnpu.so"):
        return pathlib.Path(shutil.copy(self.libraries[library], self.path(name)))

    def under_its_name(self, library, folder="."):
        return self.copy(library, f"{folder}/{os.path.basename(self.libraries[library])}")

    def patched(self, *bytes_at, library="codec"):
        path = self.copy(library)
        content = bytearray(path.read_bytes())
        for offset, value in bytes_at:
            content[offset] = value
        path.write_bytes(content)
        return path

    def cut(self, size_of, library="codec"):
        path = self.copy(library)
        os.truncate(path, size_of(path.stat().st_size))
        return path

    def link(self, target, name="libvnpu.so"):
        path = self.path(name)
        path.symlink_to(target)
        return path

    def with_mode(self, mode):
        path = self.copy("codec")
        path.chmod(mode)
        return path

    def special(self, make, name="libvnpu.so"):
        path = self.path(name)
        make(path)
        return path

    def beside(self, plugin, *others):
        for other in others:
            self.under_its_name(other, "lib")
        return self.under_its_name(plugin)

    def manifest(self, name, library, file=None, **members):
        content = {"manifest_version": 1, "name": name, "kind": "library", "library": str(library), **members}
        return self.text(json.dumps(content, indent=2) + "\n", file or f"{name}.json")


def run(command, environment, seconds=60, folder=None):
    """What it prints, and its end if that was not its own."""
    try:
        done = subprocess.run(command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=seconds)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode() + "does not come back\n"
    text = done.stdout.decode()
    if done.returncode < 0:
        return text + f"killed by signal {-done.returncode}\n"
    return text if done.returncode == 0 else text + f"exit code {done.returncode}\n"


# What differs from one build, machine or folder to the next, wherever it is told.
everywhere = [(r"\(offset 0x[0-9a-f]+\)", "(offset 0xN)"), (r"\^{4,}", "^^^^"),
              (r"\d+ of at least \d+ bytes", "N of at least M bytes"),
              (r"libaccelloader\.so\.[0-9.]*", "libaccelloader.so"),
              (r"(, (/usr)?/lib(64)?(/[a-z0-9_-]+-linux-gnu)?)+", ", the system's folders")]


def settle(text, more=()):
    """The text without what differs from one machine to the next."""
    for pattern, stays in [*everywhere, *more]:
        text = re.sub(pattern, stays, text)
    return text


def compare(name, expected, found):
    """Prints the difference; 1 if there is one."""
    if expected == found:
        return 0
    lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), f"golden {name}", "found", lineterm="")
    print("\n".join(lines))
    return 1


class Golden:
    """A folder of approved texts, one for each of `names`."""

    def __init__(self, folder, names):
        self.folder, self.names = project / "tests/golden" / folder, set(names)

    def strays(self):
        return sorted(path for path in self.folder.glob("*.txt") if path.stem not in self.names)

    def approve(self, texts):
        self.folder.mkdir(parents=True, exist_ok=True)
        for stray in self.strays():
            stray.unlink()
        for name, text in texts.items():
            (self.folder / f"{name}.txt").write_text(text)

    def differences(self, texts):
        """How many there are; each is printed."""
        for stray in self.strays():
            print(f"tests/golden/{self.folder.name}/{stray.name} belongs to nothing")
        return len(self.strays()) + sum(compare(name, self.approved(name), text) for name, text in texts.items())

    def approved(self, name):
        path = self.folder / f"{name}.txt"
        return path.read_text() if path.exists() else ""
