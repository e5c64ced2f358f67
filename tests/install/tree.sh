#!/bin/sh
# make install and make uninstall: what lies where, and that all of it goes again, but nothing else.
. "$(dirname "$0")/../lib/install.sh"

tree() {
	(cd "$1" && find . | sort)
}
is_there() { # PATH...
	for path; do [ -s "$usr/$path" ] || { echo "no $path"; return 1; }; done
}
make_uninstall() {
	make -s uninstall DESTDIR="$root" "$@"
}

check 'programs' is_there bin/stencilgen bin/stencilrun bin/stencilbench bin/stencilreport
for program in stencilgen stencilrun stencilbench stencilreport; do
	good "$program --version" "$usr/bin/$program" --version
	check "$program says $version" grep -qx "$program $version" "$out/stdout"
	good "$program -h" "$usr/bin/$program" -h
	check "$program -h has an example" sh -c 'sed -n "/^Examples:/,/^$/p" "$1" | grep -q "^  $2 "' - "$out/stdout" $program
done
for stencil in stencils/*.stencil stencils/sparse/*.stencil; do
	check "$stencil" cmp "$stencil" "$share/stencilgen/$stencil"
done
check 'all templates' diff -r templates "$share/stencilgen/templates"
good 'installed templates' "$usr/bin/stencilgen" --templates "$share/stencilgen/templates" stencils/copy.stencil \
	--storage regular --access idxvar -o -
check 'give the same kernel' sh -c '"$1" stencils/copy.stencil --storage regular --access idxvar -o - | cmp - "$2"' - \
	"$usr/bin/stencilgen" "$out/stdout"
check 'licence' cmp LICENSE "$share/doc/stencilgen/LICENSE"
check 'files can be read by all' test -z "$(find "$root" -type f ! -perm 644 ! -perm 755)"
check 'programs are the only ones' test -z "$(find "$root" -type f -perm 755 ! -path '*/bin/*' ! -name '*.so.*')"

# What others put beside it stays; so do folders that were there before.
tree "$root" >"$out/first"
good 'install again' make_install
tree "$root" >"$out/again"
check 'is the same' cmp "$out/first" "$out/again"
echo theirs >"$usr/bin/theirs"
good 'uninstall' make_uninstall
printf '%s\n' . ./usr ./usr/local ./usr/local/bin ./usr/local/bin/theirs >"$out/expected"
tree "$root" >"$out/left"
check 'leaves what is not its own' cmp "$out/expected" "$out/left"
run make_uninstall
check 'nothing is installed' fails 2 'nothing is installed in '
rm -r "$root" && mkdir -p "$usr/share/man" "$root/opt"
tree "$root" >"$out/before"
for where in 'PREFIX=/usr/local' 'PREFIX=/opt/some where' 'PREFIX=/usr LIBDIR=/usr/lib/here'; do
	set -- "PREFIX=${where#PREFIX=}"
	case $where in
	*' LIBDIR='*) set -- "${where%% *}" "${where#* }" ;;
	esac
	good "install $where" make_install "$@"
	check "$where" test -x "$root${1#*=}/bin/stencilgen"
	good "uninstall $where" make_uninstall "$@"
	tree "$root" >"$out/after"
	check "$where: the tree is as before" diff "$out/before" "$out/after"
done
run make_install PREFIX=here
check 'a relative PREFIX' fails 2 "and 'here' does not"
run make_install LIBDIR=/elsewhere/lib
check 'a LIBDIR that is elsewhere' fails 2 "and '/elsewhere/lib' does not"
check 'is not installed to' test ! -e here -a ! -e "$root"here
# A folder that nobody may write to, for who is not root; root is told to be nobody.
nobody() {
	if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --clear-groups "$@"; else "$@"; fi
}
shut=$(mktemp -d "${TMPDIR:-/tmp}/shut.XXXXXX")
mkdir "$shut/usr" "$shut/copy" && cp runtime/packaging/install.sh "$shut/copy" && chmod 755 "$shut" "$shut/copy"
echo 'data install.sh share/doc/here' >"$shut/copy/list"
chmod -R a-w "$shut/usr"
if nobody true 2>/dev/null; then
	for prefix in "$shut/usr" "$shut/usr/local/deep"; do
		run nobody sh "$shut/copy/install.sh" '' "$prefix" "$prefix/lib" 1.0 <"$shut/copy/list"
		check "no rights for ${prefix#"$shut"}" fails 1 "make install: cannot write to $shut/usr: choose another folder, as in make install PREFIX="
		check 'is all that is said' test "$(wc -l <"$out/stderr")" = 1
	done
else
	echo 'skipped: nobody else can be asked: there is no setpriv'
fi
chmod -R u+w "$shut" && rm -r "$shut"
mkdir -p "$out/file" && : >"$out/file/usr"
run make -s install DESTDIR="$out/file"
check 'a file in the way' test $status != 0

# libnetcdf is optional; its absence is reported.
mkdir "$out/fake" && printf '#!/bin/sh\nexit 1\n' >"$out/fake/pkg-config" && cp "$out/fake/pkg-config" "$out/fake/nc-config"
chmod +x "$out"/fake/*
run env -u NETCDF PATH="$out/fake:$PATH" make absent
check 'make without libnetcdf' grep -qF 'NOTE built without NetCDF files: libnetcdf was not found (on Debian: libnetcdf-dev)' "$out/stdout"
run make absent NETCDF=
check 'NETCDF= is no absence' test -z "$(grep NOTE "$out/stdout")"
finish
