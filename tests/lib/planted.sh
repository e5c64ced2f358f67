# planted.sh : for tests of kernels that the tools have of their own; for those that have sourced programs.sh and have a
# cache of their own.

# compiled_by_nvcc KERNEL : the kernel in the cache.
compiled_by_nvcc() {
	if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
		echo 'skipped: no nvcc'
		return
	fi
	PATH=$PATH:/usr/local/cuda/bin
	kernel=$(find "$out/cache" -name "$1.cu")
	check 'nvcc compiles it' nvcc -std=c++17 -arch="${ARCH:-sm_90}" -c -I "${kernel%/*}" "$kernel" -o "$out/$1.o"
	check 'without warnings' test ! -s "$out/check"
}

# plant NAME SED-COMMAND TEMPLATE : a mistake, in $out/templates.
plant() {
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$2" "templates/$3" >"$out/templates/$3"
	! cmp -s "templates/$3" "$out/templates/$3" || fail "nothing is planted: $1"
}
