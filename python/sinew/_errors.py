# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The exceptions of Sinew. Each message is one sentence to act on, the same that the tool prints."""


class Error(Exception):
    """Anything that Sinew refuses."""

    __module__ = "sinew"


class ArrayError(Error, ValueError):
    """An array has the wrong shape, the wrong kind of numbers or a layout that cannot be used without a copy."""

    __module__ = "sinew"


class MeshError(Error, ValueError):
    """The skin or a bone mesh cannot be used."""

    __module__ = "sinew"


class BoneError(Error, ValueError):
    """A bone has an impossible shape or holds nothing."""

    __module__ = "sinew"


class SettingError(Error, ValueError):
    """A setting is unknown or out of range."""

    __module__ = "sinew"


class PoseError(Error, ValueError):
    """A pose has the wrong number of bones or numbers that are not finite."""

    __module__ = "sinew"


class TooLargeError(Error, MemoryError):
    """The request would exceed the memory limit."""

    __module__ = "sinew"


class NoSupportError(Error, ValueError):
    """Nothing holds the flesh, so it has no equilibrium."""

    __module__ = "sinew"


class CancelledError(Error):
    """A progress function asked to stop."""

    __module__ = "sinew"


class FileError(Error, OSError):
    """A file is missing, damaged or of a kind that is not read, or cannot be written."""

    __module__ = "sinew"
