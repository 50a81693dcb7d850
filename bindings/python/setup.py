"""Makes a wheel for any Python 3 on one platform: the package calls its shared library through ctypes, so the library
decides where it runs, and no version of Python does."""

import os

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70
    from wheel.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class Wheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", os.environ["TOOLCALL_WHEEL_PLATFORM"]


setup(distclass=Platform, cmdclass={"bdist_wheel": Wheel})
