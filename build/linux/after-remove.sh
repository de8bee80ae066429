#!/bin/sh
# Runs as root. deb says "remove" or "purge", rpm says 0; in an update the new package's link has to stay.
set -e

case "$1" in
  remove | purge | 0)
    if [ "$(readlink '/usr/bin/${executable}')" = '/opt/${sanitizedProductName}/${executable}' ]; then
      rm -f '/usr/bin/${executable}'
    fi
    if command -v update-desktop-database >/dev/null 2>&1; then
      update-desktop-database -q /usr/share/applications || true
    fi
    ;;
esac
