#!/bin/sh
# Starts Herald. Double-click it; close the window to stop.
folder=$(cd "$(dirname "$0")" && pwd) || exit 1
if ! command -v python3 >/dev/null 2>&1; then
    echo "Herald needs Python 3.11 or newer. It is free: https://www.python.org/downloads/"
    exit 1
fi
exec python3 "$folder/herald.pyz" "$@"
