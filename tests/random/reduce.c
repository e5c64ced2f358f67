/* Makes a program that shows a fault small: reduce FILE COMMAND... FILE is changed in
 * place. COMMAND, with FILE as its last argument, must end with status 0 where the fault
 * still shows. What it is given may be no valid program. */

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

struct reducer {
	const char *path;
	char **command; /* ends with the path and NULL */
	char text[MOST], other[MOST];
	size_t size;
	int tries;
};

static bool
put_file(const char *path, const char *text, size_t size)
{
	FILE *file = fopen(path, "w");
	const bool good = file && fwrite(text, 1, size, file) == size;

	return file && fclose(file) == 0 && good;
}

static bool
shows_fault(struct reducer *r, const char *text, size_t size)
{
	int status;
	pid_t child;

	r->tries++;
	if (!put_file(r->path, text, size))
		return false;
	child = fork();
	if (child == 0) {
		if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
			_exit(127);
		execvp(r->command[0], r->command);
		_exit(127);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
		&& WEXITSTATUS(status) == 0;
}

/* Puts `instead` for the bytes from..to-1 if the fault still shows. */
static bool
replace(struct reducer *r, size_t from, size_t to, const char *instead)
{
	const size_t length = strlen(instead), size = r->size - (to - from) + length;

	/* A name of one letter is simpler as a number. */
	if (size > r->size || (size == r->size && !isalpha((unsigned char)r->text[from])))
		return false;
	memcpy(r->other, r->text, from);
	memcpy(r->other + from, instead, length);
	memcpy(r->other + from + length, r->text + to, r->size - to);
	if (!shows_fault(r, r->other, size))
		return false;
	memcpy(r->text, r->other, size);
	r->size = size;
	return true;
}

static size_t
line_end(const struct reducer *r, size_t at, int lines)
{
	while (at < r->size && lines > 0)
		lines -= r->text[at++] == '\n';
	return at;
}

/* Without so many lines in a row, at every place. */
static bool
remove_lines(struct reducer *r, int lines)
{
	bool changed = false;

	for (size_t at = 0; at < r->size; )
		if (replace(r, at, line_end(r, at, lines), ""))
			changed = true;
		else
			at = line_end(r, at, 1);
	return changed;
}

/* The bracket that closes the one at `at`; the size if none does. */
static size_t
closing(const struct reducer *r, size_t at)
{
	int depth = 0;

	for (; at < r->size; at++) {
		depth += strchr("([{", r->text[at]) ? 1 : strchr(")]}", r->text[at]) ? -1 : 0;
		if (depth == 0)
			break;
	}
	return at;
}

/* A block loses its head and its braces. */
static bool
unwrap_block(struct reducer *r, size_t at)
{
	const size_t end = closing(r, at);
	size_t head = at;
	static char inner[MOST];

	while (head > 0 && r->text[head - 1] != '\n')
		head--;
	if (end >= r->size)
		return false;
	memcpy(inner, r->text + at + 1, end - at - 1);
	inner[end - at - 1] = '\0';
	return replace(r, head, end + 1, inner);
}

/* Something in parentheses, with the function before it, becomes 1, or one of what commas
 * and operators separate in it. */
static bool
simplify_parentheses(struct reducer *r, size_t at)
{
	const size_t end = closing(r, at);
	size_t start = at;
	static char part[MOST];

	if (end >= r->size)
		return false;
	while (start > 0 && isalpha((unsigned char)r->text[start - 1]))
		start--;
	if (replace(r, start, end + 1, "1"))
		return true;
	for (size_t from = at + 1, i = from; i <= end; i++) {
		if (strchr("([{", r->text[i]))
			i = closing(r, i);
		if (i == end || strchr(",+*/?:<>=!&|", r->text[i]) || (r->text[i] == '-' && r->text[i - 1] == ' ')) {
			memcpy(part, r->text + from, i - from);
			part[i - from] = '\0';
			if (i > from && replace(r, start, end + 1, part))
				return true;
			from = i + 1;
		}
	}
	return false;
}

/* A word becomes 1, what stands in brackets goes. */
static bool
simplify_word(struct reducer *r, size_t at)
{
	size_t end = at;

	while (end < r->size && (isalnum((unsigned char)r->text[end]) || strchr("._", r->text[end])))
		end++;
	return end > at && (replace(r, at, end, "1") || replace(r, at, end, ""));
}

static bool
in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* An operator or a comma goes with the word before or behind it. */
static bool
remove_operand(struct reducer *r, size_t at)
{
	size_t from = at, to = at + 1;

	while (from > 0 && r->text[from - 1] == ' ')
		from--;
	while (from > 0 && in_word(r->text[from - 1]))
		from--;
	while (to < r->size && r->text[to] == ' ')
		to++;
	while (to < r->size && in_word(r->text[to]))
		to++;
	return replace(r, from, at + 1, "") || replace(r, at, to, "");
}

static bool
simplify_tokens(struct reducer *r)
{
	bool changed = false;

	for (size_t at = 0; at < r->size; at++) {
		const char c = r->text[at];
		const bool starts = at == 0 || !isalnum((unsigned char)r->text[at - 1]);

		if (c == '{')
			changed |= unwrap_block(r, at);
		else if (c == '(')
			changed |= simplify_parentheses(r, at);
		else if (c == '[' && closing(r, at) < r->size)
			changed |= replace(r, at, closing(r, at) + 1, "");
		else if (isalnum((unsigned char)c) && starts)
			changed |= simplify_word(r, at);
		else if (!isspace((unsigned char)c))
			changed |= remove_operand(r, at) || replace(r, at, at + 1, "");
	}
	return changed;
}

static void
reduce(struct reducer *r)
{
	bool changed = true;
	int most = 1;

	while (changed) {
		changed = false;
		for (most = 1; line_end(r, 0, most) < r->size; )
			most *= 2;
		for (int lines = most; lines > 0; lines /= 2)
			changed |= remove_lines(r, lines);
		changed |= simplify_tokens(r);
	}
}

int
main(int argc, char **argv)
{
	static struct reducer r;
	FILE *file;

	if (argc < 3) {
		fputs("Usage: reduce FILE COMMAND...\n", stderr);
		return 2;
	}
	r.path = argv[1];
	r.command = calloc((size_t)argc + 1, sizeof *r.command);
	memcpy(r.command, argv + 2, (size_t)(argc - 2)*sizeof *r.command);
	r.command[argc - 2] = argv[1];
	file = fopen(r.path, "r");
	r.size = file ? fread(r.text, 1, sizeof r.text, file) : 0;
	if (file)
		fclose(file);
	if (!shows_fault(&r, r.text, r.size)) {
		fprintf(stderr, "reduce: %s does not show the fault\n", r.path);
		return 1;
	}
	reduce(&r);
	free(r.command);
	if (!put_file(r.path, r.text, r.size)) {
		fprintf(stderr, "reduce: cannot write %s\n", r.path);
		return 3;
	}
	printf("%zu bytes after %d tries\n", r.size, r.tries);
	return 0;
}
