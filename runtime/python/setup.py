"""Builds libstencil of the tree that this folder lies in, and puts it into the wheel."""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIBRARY = "build/libstencil.so.1"
# Nothing is left among the sources.
SCRATCH = os.path.join(ROOT, "build", "python")


def version():
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as makefile:
        return re.search(r"^VERSION\s*:=\s*(\S+)", makefile.read(), re.M).group(1)


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        subprocess.check_call(["make", "-s", LIBRARY], cwd=ROOT)
        shutil.copy(os.path.join(ROOT, LIBRARY), os.path.join(self.build_lib, "stencilgen"))


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return True


os.makedirs(SCRATCH, exist_ok=True)
setup(
    version=version(),
    packages=["stencilgen"],
    cmdclass={"build_py": BuildWithLibrary},
    distclass=PlatformDistribution,
    options={"build": {"build_base": SCRATCH}, "egg_info": {"egg_base": SCRATCH}},
)
