"""The `__main__` of herald.pyz: unpacks Herald into the user's folder and starts it there.

Packages with compiled parts cannot be imported from a zip file. So the archive contains a checkout, which creates its
own environment once unpacked, as ./play does. After the first start it needs no network.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("Herald needs Python 3.11 or newer, and this is " + sys.version.split()[0] + ".")

import os
import shutil
import zipfile
from pathlib import Path

PAYLOAD = "payload/"
STAMP = "stamp"
HOME = Path.home() / ".herald"
APP = HOME / "app"


def main() -> None:
    try:
        unpack(Path(__file__).parent)
    except OSError as problem:
        sys.exit(f"Herald cannot be unpacked into {APP} ({problem.strerror}): see that it may be written to.")
    # Not beside the code, which the next version replaces.
    os.environ.setdefault("HERALD_INSTANCE", str(HOME))
    sys.path.insert(0, str(APP))
    from companion import bootstrap

    bootstrap.start(sys.argv[1:])


def unpack(archive: Path) -> None:
    """Writes the payload to APP unless it is already there. Its environment stays, and is completed if needed."""
    with zipfile.ZipFile(archive) as packed:
        stamp = packed.read(STAMP)
        if is_unpacked(stamp):
            return
        (APP / STAMP).unlink(missing_ok=True)
        files = [name for name in packed.namelist() if name.startswith(PAYLOAD) and not name.endswith("/")]
        for folder in {name.split("/")[1] for name in files if name.count("/") > 1}:
            shutil.rmtree(APP / folder, ignore_errors=True)
        for name in files:
            place = APP / name[len(PAYLOAD) :]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(packed.read(name))
        (APP / STAMP).write_bytes(stamp)  # last, so that an interrupted unpacking is repeated


def is_unpacked(stamp: bytes) -> bool:
    try:
        return (APP / STAMP).read_bytes() == stamp
    except OSError:
        return False


if __name__ == "__main__":
    main()
