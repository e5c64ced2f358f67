# install.sh : for tests of what `make install` puts in place, $usr and below; `. tests/lib/install.sh` from a script
# in a folder of tests/, which then goes on as with programs.sh.

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/programs.sh
unset MAKEFLAGS MAKELEVEL MFLAGS
root=$PWD/$out/root
usr=$root/usr/local share=$root/usr/local/share
version=$(sed -n 's/^VERSION := //p' Makefile)

# Scripts may run side by side: only one of them builds what is missing.
make_install() {
	flock build make -s install DESTDIR="$root" "$@" CC="$cc"
}
good 'make install' make_install
