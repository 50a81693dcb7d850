"""What pip and build ask of this folder (PEP 517): a wheel, whose library CMake compiles with what this machine has, and a
source archive that holds all that it takes, with what grammarc makes of spec/ in it.

The one idea: setuptools makes a wheel of a folder in which all that it holds was laid first, so that nothing is written
beside the sources; `make python` lays one, too (wheel.sh), whose library runs on other machines.

Read from the environment: CMAKE_ARGS, more arguments for CMake; TOOLCALL_GRAMMARC, a grammarc that is there already.
"""

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from setuptools import build_meta

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "pip"
NAME = "toolcall_parser"

_FILES = ("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml")
_FOLDERS = ("bindings/python/", "cmake/", "grammar/", "include/", "spec/", "src/")
_LICENCES = ("tao-pegtl-dev", "nlohmann-json3-dev", "libvalijson-dev")  # of what is compiled in, where Debian has them


def _version() -> str:
    found = re.search(r'version = "([0-9.]+)"', (ROOT / "include/toolcall/version.hpp").read_text())
    assert found, "include/toolcall/version.hpp names no version"
    return found[1]


def _cmake(target: str, *settings: str) -> Path:
    """Builds a target, and returns the folder in which it is."""
    folder = BUILD / target
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    more = shlex.split(os.environ.get("CMAKE_ARGS", ""))
    flags = ["CMAKE_BUILD_TYPE=Release", "TOOLCALL_TESTS=OFF", "TOOLCALL_CLI=OFF", "TOOLCALL_FETCH=ON", *settings]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *generator, *(f"-D{each}" for each in flags), *more], check=True)
    jobs = [] if "CMAKE_BUILD_PARALLEL_LEVEL" in os.environ else ["--parallel", str(os.cpu_count() or 1)]
    subprocess.run(["cmake", "--build", folder, "--target", target, *jobs], check=True)
    return folder


def _library() -> Path:
    return _cmake("toolcall_shared", "CMAKE_POSITION_INDEPENDENT_CODE=ON", "CMAKE_SHARED_LINKER_FLAGS=-s") / "libtoolcall.so"


@contextmanager
def _stage(library: Path | None) -> Iterator[None]:
    """A folder of which setuptools makes the wheel, and in which it is started."""
    with tempfile.TemporaryDirectory() as made:
        stage = Path(made)
        package = stage / "src" / "toolcall"
        shutil.copytree(HERE / "src" / "toolcall", package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        if library is not None:
            shutil.copy(library, package / "libtoolcall.so")
        described = (HERE / "pyproject.toml.in").read_text().replace("@PROJECT_VERSION@", _version())
        (stage / "pyproject.toml").write_text(described)
        for file in (HERE / "setup.py", HERE / "README.md", ROOT / "LICENSE"):
            shutil.copy(file, stage)
        for name in _LICENCES:
            licence = Path("/usr/share/doc", name, "copyright")
            if licence.exists():
                shutil.copy(licence, stage / f"LICENSE.{name.removesuffix('-dev')}")
        os.environ["TOOLCALL_WHEEL_PLATFORM"] = re.sub(r"[-.]", "_", sysconfig.get_platform())
        with chdir(stage):
            yield


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """CMake and Ninja, where this machine has none."""
    wanted = {"cmake": "cmake>=3.25", "ninja": "ninja"}
    return [package for program, package in wanted.items() if not shutil.which(program)]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    where = os.path.abspath(metadata_directory)
    with _stage(None):
        made: str = build_meta.prepare_metadata_for_build_wheel(where)
        return made


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    where = os.path.abspath(wheel_directory)
    with _stage(_library()):
        made: str = build_meta.build_wheel(where)
        return made


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return [] if _generated_is_there() else get_requires_for_build_wheel()


def _generated_is_there() -> bool:
    return (ROOT / "generated").exists() or "TOOLCALL_GRAMMARC" in os.environ


def _generate(into: Path) -> None:
    """What grammarc makes of spec/, without which who builds from the archive would need it first."""
    if (ROOT / "generated").exists():  # this is such an archive
        shutil.copytree(ROOT / "generated", into)
        return
    program = os.environ.get("TOOLCALL_GRAMMARC") or _cmake("grammarc", "TOOLCALL_ONLY_GRAMMARC=ON") / "grammarc"
    subprocess.run([program, "--sources", into, ROOT / "spec"], check=True)


def _sources() -> list[str]:
    """What git knows of this checkout; in an archive, all that is there."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        known = listed.decode().rstrip("\0").split("\0")
    else:
        known = [str(file.relative_to(ROOT)) for file in ROOT.rglob("*") if file.is_file()]
    return sorted(name for name in known if (name in _FILES or name.startswith(_FOLDERS)) and "__pycache__" not in name)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    base = f"{NAME}-{_version()}"

    def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return entry

    with tempfile.TemporaryDirectory() as made, tarfile.open(
        Path(sdist_directory, f"{base}.tar.gz"), "w:gz", compresslevel=6
    ) as archive:
        with tempfile.TemporaryDirectory() as metadata:
            described = Path(metadata, prepare_metadata_for_build_wheel(metadata), "METADATA").read_bytes()
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        entry.size = len(described)
        archive.addfile(entry, BytesIO(described))
        for name in _sources():
            archive.add(ROOT / name, f"{base}/{name}", filter=anonymous)
        _generate(Path(made, "generated"))
        for file in sorted(Path(made, "generated").iterdir()):
            archive.add(file, f"{base}/generated/{file.name}", filter=anonymous)
    return f"{base}.tar.gz"
