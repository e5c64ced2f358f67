# mistakes.sh : templates with a mistake, after programs.sh. $mistake_options: more options of stencilbench.

not() {
	! "$@"
}

# mistake NAME FILE SED-COMMAND STENCIL BACKEND: a template with this mistake is caught.
mistake() {
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$3" "templates/$2" >"$out/templates/$2"
	check "$1: $2 has that" not cmp -s "templates/$2" "$out/templates/$2"
	# shellcheck disable=SC2086 # options are words
	run stencilbench --templates "$out/templates" --backend "$5" --no-time --storage "${mistake_storage:-regular}" $mistake_options "$4"
	check "$1 is seen, $5" fails 1 'is wrong'
}
