"""Objects of the library, each freed once: when it is closed, or when nobody refers to it any more."""

import threading
import weakref
from ctypes import c_void_p
from types import TracebackType

from . import _library
from .errors import StateError


class SharedHandle:
    """An object that never changes, so any number of threads may use it. It is handed to ``_library.call`` as it is:
    ctypes keeps it alive during the call."""

    def __init__(self, kind: str, pointer: int) -> None:
        self._as_parameter_ = c_void_p(pointer)
        weakref.finalize(self, _library.function(f"{kind}_free"), pointer).atexit = False


class Handle:
    """An object that one thread may use at a time: ``with handle as pointer``.

    A second user at the same time gets a StateError, as does every user of a closed object. The pointer must not be
    kept.
    """

    def __init__(self, kind: str, pointer: int) -> None:
        self._kind = kind
        self._pointer = pointer
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, _library.function(f"{kind}_free"), pointer)
        self._finalizer.atexit = False

    def __enter__(self) -> int:
        if not self._lock.acquire(blocking=False):
            raise StateError(f"the {self._kind} is in use already; one thread may use it at a time")
        if not self._finalizer.alive:
            self._lock.release()
            raise StateError(f"the {self._kind} is closed")
        return self._pointer

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._lock.release()

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def close(self) -> None:
        """Frees the object. A second call does nothing."""
        if self.closed:
            return
        with self:
            self._finalizer()
