#!/bin/sh
# deps.sh PROGRAM:PACKAGE... : installs the Debian packages of programs that are
# missing (NAME.pc: a library that pkg-config should know), as root; else says
# which command does it, and fails.
missing=
for pair; do
	program=${pair%%:*}
	case $program in
	*.pc) pkg-config --exists "${program%.pc}" 2>/dev/null || missing="$missing ${pair##*:}" ;;
	*) command -v "$program" >/dev/null || missing="$missing ${pair##*:}" ;;
	esac
done
[ -n "$missing" ] || exit 0
command="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" != 0 ]; then
	echo "missing:$missing; install with: sudo $command" >&2
	exit 1
fi
echo "installing$missing"
export DEBIAN_FRONTEND=noninteractive
$command >/dev/null 2>&1 || { apt-get update >/dev/null && $command >/dev/null; }
