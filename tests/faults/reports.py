"""Public reports of accelerator plugins that did not load, re-created from what they tell of their cause."""

import os
import socket
import subprocess

import scenario

numbers = [(r"process \d+", "process N"), (r"pid \d+", "pid N"), (r"\b\d+ bytes", "N bytes")]


class Report:
    """`make` puts the files into a folder and returns the commands: their arguments, program first, and what more they
    need: `folder` to run in, `variables`, `before` to start the command by."""

    def __init__(self, source, title, make, *, settled=(), needs_root=False):
        self.source, self.title, self.make, self.settled, self.needs_root = source, title, make, settled, needs_root

    @property
    def name(self):
        return self.source.replace("/", "_").replace("#", "_")

    def lack(self):
        return "needs root, to become another user" if self.needs_root and os.geteuid() != 0 else None


check, load = ["accelloader", "check", "vnpu"], ["loads", "vnpu"]


def newer_libc(make):
    make.manifest("vnpu", make.copy("needs_future_libc"))
    return [(check, {}), (load, {})]


def missing_libraries(make):
    make.manifest("vnpu", make.beside("vnpu", "vop"),
                  help={"library": "install the vendor's runtime, or source its set_env.sh"})
    variables = {"LD_LIBRARY_PATH": str(make.folder / "lib")}
    return [(check, {"variables": variables}), (load, {"variables": variables})]


def other_libtorch(make):
    make.manifest("vnpu", make.copy("undefined_c10"))
    make.manifest("codec", make.copy("codec", "libcodec.so"))
    return [(check, {}), (["loads", "vnpu", "codec"], {})]


def no_room_for_tls(make):
    names = [f"vnpu_{letter}" for letter in "abcdefgh"]
    for name in names:
        make.manifest(name, make.copy("some_tls", f"lib{name}.so"))
    return [(["loads", *names], {})]


def wrong_machine(make):
    make.manifest("tpu", make.patched((18, 0xB7), (19, 0)))
    return [(["accelloader", "check", "tpu"], {}), (["loads", "tpu"], {})]


def found_twice(make):
    make.copy("ok", "lib/libvnpu.so")
    make.link("lib", "lib64")
    make.manifest("vnpu", make.folder / "lib/libvnpu.so", "a.json")
    make.manifest("vnpu", make.folder / "lib64/libvnpu.so", "b.json")
    return [(["accelloader", "list", "--all"], {}), (check, {}), (["loads", "vnpu", "vnpu"], {})]


def copied(make):
    make.manifest("vnpu", make.copy("ok", "lib/libvnpu.so"))
    make.manifest("vnpu", make.copy("ok", "nightly/libvnpu.so"), "vnpu_nightly.json")
    return [(check, {}), (load, {})]


def asks_while_loading(make):
    make.manifest("itself", make.copy("asks_for_itself", "itself.so"))
    make.manifest("ping", make.copy("asks_for_pong", "ping.so"))
    make.manifest("pong", make.copy("asks_for_ping", "pong.so"))
    return [(["loads", "itself"], {}), (["loads", "ping"], {})]


def other_interface(make):
    make.manifest("vnpu", make.copy("old_major"))
    make.manifest("vnpu_aborts", make.copy("dying_aborts", "aborts.so"))
    return [(check, {}), (load, {}), (["accelloader", "check", "vnpu_aborts", "--probe"], {})]


def broken_manifests(make):
    good = make.manifest("vnpu", make.copy("codec")).read_text()
    make.text(good.replace('"\n}', '",\n}'), "comma.json")
    make.text("// the driver\n" + good, "comment.json")
    make.text("\ufeff" + good.replace('"vnpu"', '"bom"'), "bom.json")
    make.text("", "empty.json")
    make.text(good.replace('"library": "', '"library": 7, "x": "'), "type.json")
    make.text(good.replace("{", '{ "name": "vnpu",', 1), "twice.json")
    make.special(os.mkdir, "folder.json")
    make.special(os.mkfifo, "fifo.json")
    return [(["accelloader", "list"], {}), (load, {})]


def relative_path(make):
    make.manifest("vnpu", "./libvnpu.so", "plugins/vnpu.json")
    make.manifest("bare", "libvnpu_bare.so", "plugins/bare.json")
    for decoy in ("libvnpu.so", "libvnpu_bare.so"):
        make.copy("dying_exits", f"here/{decoy}")
    place = {"folder": make.folder / "here", "variables": {"ACCELLOADER_PLUGIN_PATH": str(make.folder / "plugins")}}
    return [(check, place), (["loads", "vnpu", "bare"], place)]


def no_permission(make):
    image = make.folder / "image"
    library = make.copy("future_libc", "image/opt/libvnpu.so")  # needs nothing, which the image would not have
    for name, mode in (("vnpu0", 0o660), ("vnpu_open0", 0o666)):
        node = make.text("", f"image/dev/{name}")
        os.chown(node, 0, 44)  # video, in Debian
        node.chmod(mode)
    make.link("nowhere", "image/dev/vnpu_dangling0")
    for name in ("vnpu", "vnpu_open", "vnpu_dangling", "vnpu_missing"):
        make.manifest(name, "/opt/libvnpu.so", f"image/etc/accelloader/plugins/{name}.json",
                      requires={"hardware": {"any_of": [{"device_node": f"/dev/{name}[0-9]"}]}})
    library.chmod(0o755)
    return [(["accelloader", "--root", str(image), "check"],
             {"before": scenario.other_user, "variables": {"ACCELLOADER_PLUGIN_PATH": "/etc/accelloader/plugins"}})]


def process_that_ended():
    ended = subprocess.Popen(["true"])
    ended.wait()
    return ended.pid


def lock_left_behind(make):
    library = make.copy("codec")
    for name, content in (("vnpu_dead", process_that_ended()), ("vnpu_live", os.getpid())):
        lock = make.text(f"{content}\n", f"{name}.lock")
        make.manifest(name, library, requires={"lock_file": str(lock)})
    names = ["vnpu_dead", "vnpu_live"]
    return [(["accelloader", "check", *names], {}), (["loads", *names], {})]


def silent_server(make):
    server = socket.create_server(("127.0.0.1", 0))
    make.manifest("vnpu", make.copy("dying_asks_a_server"), environment={"VNPU_PORT": str(server.getsockname()[1])},
                  load={"timeout_seconds": 2})
    return [(["accelloader", "list"], {}), ([*check, "--probe"], {"keep": server})]


def forked(make):
    make.manifest("vnpu", make.copy("ok"), load={"fork_safe": False})
    return [(["loads", "vnpu", "--fork", "vnpu"], {}), (["loads", "--fork", "vnpu"], {})]


reports = [
    Report("pytorch/xla#4150", "a plugin for a newer C library", newer_libc,
           settled=[(r"GLIBC_2\.[0-8][0-9]", "GLIBC_2.NN"), (r"`/[^` ]*/libc\.so\.6", "`LIBC/libc.so.6")]),
    Report("vllm-project/vllm-ascend#262", "two libraries of the vendor's toolkit are missing", missing_libraries),
    Report("sgl-project/sglang#28628", "a plugin for another libtorch, beside one that works", other_libtorch),
    Report("dmlc/xgboost#8488", "no room left for static thread-local storage", no_room_for_tls,
           settled=[*numbers, (r"(?s)== loads .*\n(?=error\[A0601\]: backend `vnpu_h`)", "== loads vnpu_a ... vnpu_h\n...\n"),
                    (r"has \d+ left", "has N left"),
                    (r"(   = note: `libvnpu_[a-g]\.so`, which is loaded, has N bytes\n)+", "   = note: ...\n")]),
    Report("jax-ml/jax#18486", "the file is there, and the system says there is none", wrong_machine),
    Report("tensorflow/tensorflow#55497", "one plugin by two paths", found_twice),
    Report("cruzdb/zlog#187", "a copy of a plugin", copied),
    Report("torch-spyre/torch-spyre#2925", "a plugin asks for itself while it is loading", asks_while_loading),
    Report("pytorch/xla#6949", "a plugin with another interface", other_interface),
    Report("KhronosGroup/Vulkan-Loader#1324", "broken manifests beside a good one", broken_manifests,
           settled=[(r"comma.json:5:\d+", "comma.json:5:N")]),
    Report("openvinotoolkit/openvino#14331", "a relative path, and a decoy in the current folder", relative_path),
    Report("ROCm/rocminfo#34", "a device that this user may not open", no_permission, needs_root=True),
    Report("jax-ml/jax#10192", "a lock file that a dead process left", lock_left_behind, settled=numbers),
    Report("jax-ml/jax#14600", "a server that never answers", silent_server),
    Report("intel/torch-xpu-ops#5287", "a device in a forked child", forked),
]
