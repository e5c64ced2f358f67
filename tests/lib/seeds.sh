# seeds.sh : for tests with random stencils that have sourced programs.sh.

begin=$(date +%s)

# try_seeds TITLE FIRST COUNT : `try SEED` for each; TIME=SECONDS: none is begun later. `tried` is how many there was time for.
try_seeds() {
	seed=$2
	while [ "$seed" -lt $(($2 + $3)) ] && { [ -z "${TIME-}" ] || [ $(($(date +%s) - begin)) -lt "$TIME" ]; }; do
		run try "$seed"
		check "$1 $seed" is_clean
		seed=$((seed + 1))
	done
	tried=$((seed - $2))
	[ $tried = "$3" ] || echo "no time for $(($3 - tried)) of $3 stencils"
}
