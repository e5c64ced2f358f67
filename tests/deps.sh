#!/bin/sh
# deps.sh [--optional] PROGRAM:PACKAGE... : installs the Debian packages of programs that
# are missing (NAME.pc: a library that pkg-config should know; NAME.py: a module of Python),
# as root; else says which command does it, and fails. --optional: never fails.
missing='' optional=false
[ "$1" != --optional ] || { optional=true; shift; }

# has_module NAME : some Python has it.
has_module() {
	python3 -c "import $1" 2>/dev/null || /usr/bin/python3 -c "import $1" 2>/dev/null
}

for pair; do
	program=${pair%%:*}
	case $program in
	*.pc) pkg-config --exists "${program%.pc}" 2>/dev/null || missing="$missing ${pair##*:}" ;;
	*.py) has_module "${program%.py}" || missing="$missing ${pair##*:}" ;;
	*) command -v "$program" >/dev/null || missing="$missing ${pair##*:}" ;;
	esac
done
[ -n "$missing" ] || exit 0
command="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" != 0 ]; then
	if $optional; then
		echo "some tests are left out for want of:$missing; install with: sudo $command"
		exit 0
	fi
	echo "missing:$missing; install with: sudo $command" >&2
	exit 1
fi
echo "installing$missing"
export DEBIAN_FRONTEND=noninteractive
$command >/dev/null 2>&1 || { apt-get update >/dev/null && $command >/dev/null; } || $optional
