#!/bin/sh
# install.sh DESTDIR PREFIX LIBDIR VERSION <LIST : installs what the lines of the list name:
#     program FROM TO
#     data FROM TO
#     text FROM TO    with @PREFIX@, @VERSION@ and @LIBDIR@ replaced, the last as it is below PREFIX
#     link TEXT TO
# TO is below PREFIX, and where it begins with LIBDIR/ below that. These paths and the folders that were
# not there before are kept in PREFIX/share/stencilgen/installed.
#
# install.sh -u DESTDIR PREFIX : removes what is kept there, and nothing else.
set -eu
LC_ALL=C
export LC_ALL

remove() {
	record=$1$2/share/stencilgen/installed
	[ -f "$record" ] || { echo "make uninstall: nothing is installed in $1$2" >&2; exit 1; }
	sort -r "$record" | while read -r path; do
		case $path in
		*/) rmdir "$1$path" 2>/dev/null || : ;;
		*) rm -f "$1$path" ;;
		esac
	done
}

place() { # TO
	case $1 in
	LIBDIR/*) printf '%s\n' "$prefix/$libdir/${1#LIBDIR/}" ;;
	*) printf '%s\n' "$prefix/$1" ;;
	esac
}

# A path, and each folder above it that is not there.
needs() { # PATH
	path=$1
	printf '%s\n' "$path"
	while path=${path%/*}; [ "$path" ] && [ ! -d "$root$path" ]; do
		printf '%s/\n' "$path"
	done
}

quoted() {
	printf %s "$1" | sed 's/[&|\\]/\\&/g'
}

if [ "$1" = -u ]; then
	shift
	remove "$@"
	exit
fi
root=$1 prefix=$2 libdir=$3 version=$4
case $prefix in
/*) ;;
*) echo "make install: PREFIX begins with /, and '$prefix' does not" >&2; exit 2 ;;
esac
case $libdir in
"$prefix"/*) libdir=${libdir#"$prefix"/} ;;
*) echo "make install: LIBDIR lies below PREFIX, $prefix, and '$libdir' does not" >&2; exit 2 ;;
esac
list=$(cat)
record=share/stencilgen/installed

# Every folder that exists must be writable, and the first one above those that do not.
# A file in the way of a folder is left to install.
printf '%s\n' "$list" "data - $record" | while read -r kind from to; do
	folder=$root$(place "$to")
	while folder=${folder%/*}; [ "$folder" ] && [ ! -e "$folder" ]; do :; done
	printf '%s\n' "${folder:-/}"
done | sort -u | while read -r folder; do
	[ -w "$folder" ] && continue
	echo "make install: cannot write to $folder: choose another folder, as in make install PREFIX=\$HOME/.local, or run it as root" >&2
	exit 1
done
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
{
	[ ! -f "$root$prefix/$record" ] || cat "$root$prefix/$record"
	printf '%s\n' "$list" "data - $record" | while read -r kind from to; do
		needs "$(place "$to")"
	done
} | sort -u >"$scratch"
install -d "$root$prefix/share/stencilgen"
install -m 644 "$scratch" "$root$prefix/$record"

printf '%s\n' "$list" | while read -r kind from to; do
	to=$root$(place "$to")
	install -d "${to%/*}"
	case $kind in
	program) install -m 755 "$from" "$to" ;;
	data) install -m 644 "$from" "$to" ;;
	text)
		sed "s|@PREFIX@|$(quoted "$prefix")|g; s|@LIBDIR@|$(quoted "$libdir")|g
			s|@VERSION@|$version|g" "$from" >"$scratch"
		install -m 644 "$scratch" "$to" ;;
	link) ln -sf "$from" "$to" ;;
	*) echo "install.sh: what is $kind?" >&2; exit 2 ;;
	esac
done
