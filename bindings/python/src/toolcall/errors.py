"""What is raised where a program makes a mistake.

What a model writes is never an error: its mistakes are events, and entries of the message.
"""


class Error(Exception):
    """The base of all errors of toolcall.

    ``pointer`` says where the mistake is in the JSON that was handed in: a JSON Pointer (RFC 6901), empty for the
    whole of it and where there is no JSON.
    """

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(f"{pointer}: {message}" if pointer else message)
        self.pointer = pointer


class SetupError(Error, ValueError):
    """What was handed in is not right: tools, a name, an option."""


class StateError(Error, RuntimeError):
    """The object cannot do that now: it is closed, failed before, or is in use by another thread."""


class InternalError(Error, RuntimeError):
    """A defect of the library."""


class LibraryNotFound(Error, ImportError):
    """The shared library is not there, or it is one for another version of the package."""
