#!/bin/sh
# Runs as root once the files of the package lie there.
set -e

ln -sf '/opt/${sanitizedProductName}/${executable}' '/usr/bin/${executable}'

# Chromium's sandbox needs either user namespaces for everybody, which some systems forbid, or this helper run as root.
chown root:root '/opt/${sanitizedProductName}/chrome-sandbox'
chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'

# From here on the desktop knows who opens rolecall: links.
if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q /usr/share/applications || true
fi
