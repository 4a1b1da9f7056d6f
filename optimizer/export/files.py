"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def check_writable(path: Path) -> None:
    """Find out before a long run whether ``path`` can be written at its end.

    Raises
    ------
    OSError
        If the folder is missing or may not be written, or the file is a folder, a device or locked
        (an open workbook on Windows).
    """
    if path.exists():
        if not path.is_file():
            raise IsADirectoryError(f"{path} is not a file")
        with path.open("ab"):
            pass
    with tempfile.TemporaryFile(dir=path.resolve().parent):
        pass


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file, then rename: a reader sees the old or the new file, never half of it.

    Raises
    ------
    OSError
        If the file cannot be written; the old one is then untouched.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """Rights of the file that is replaced, else what any new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
