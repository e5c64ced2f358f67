# sanitizers.sh : which compilers have them.

# clang comes without ThreadSanitizer's library, too.
clang_has_tsan() {
	echo 'int main() {}' | clang++ -fsanitize=thread -x c++ -o /dev/null - 2>/dev/null && command -v clang >/dev/null
}
