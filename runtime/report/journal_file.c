#include "runtime/report/journal_file.h"

#include "runtime/report/report_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINE = 1 << 20 };

/* Reads a line without its end. Returns its length, or -1 at the end of the file; a line that does
 * not fit, or does not end, is left empty. */
static long
read_line(FILE *in, char *line)
{
	long length = 0;
	int c;

	while ((c = getc(in)) != EOF && c != '\n') {
		if (length < MOST_LINE)
			line[length] = (char)c;
		length++;
	}
	if (c == EOF && !length)
		return -1;
	if (c == EOF || length >= MOST_LINE)
		length = 0;
	line[length] = '\0';
	return length;
}

static void
give_line(const char *line, void (*take)(void *to, const struct json *line), void *to)
{
	struct arena scratch = { 0 };
	const struct json *value = json_parse(&scratch, line);

	if (value)
		take(to, value);
	arena_free(&scratch);
}

/* Returns false with an error if the file cannot be read or is no journal. *torn: its last line
 * does not end. */
static bool
read_file(const char *path, void (*take)(void *to, const struct json *line), void *to, bool *torn, struct error *error)
{
	static const char start[] = "{\"environment\":";
	struct stat status;
	/* A fifo would wait for a writer. */
	FILE *in = !stat(path, &status) && !S_ISFIFO(status.st_mode) ? fopen(path, "r") : NULL;
	char *line = in ? malloc(MOST_LINE + 1) : NULL;
	bool first = true, good = true;

	*torn = false;
	errno = in && !line ? ENOMEM : errno;
	while (line && good && read_line(in, line) >= 0) {
		good = !first || !strncmp(line, start, sizeof start - 1);
		if (good && !first)
			give_line(line, take, to);
		first = false;
	}
	if (!good)
		error_set(error, EXIT_IO, "%s is no journal", path);
	else if (!line || ferror(in))
		error_set(error, EXIT_IO, "cannot read the journal %s: %s", path, strerror(errno));
	good = good && line && !ferror(in);
	*torn = good && !first && fseek(in, -1, SEEK_END) == 0 && getc(in) != '\n';
	free(line);
	if (in)
		fclose(in);
	return good;
}

/* Writes whole lines at once, so that those of two programs do not mix. */
bool
journal_file_add(const struct journal_file *file, struct printed *lines, struct error *error)
{
	size_t done = 0;
	bool good = printed_close(lines);

	errno = good ? 0 : ENOMEM;
	while (good && done < lines->size) {
		const ssize_t written = write(file->file, lines->text + done, lines->size - done);

		good = written > 0 || (written < 0 && errno == EINTR);
		done += written > 0 ? (size_t)written : 0;
	}
	if (!good)
		error_set(error, EXIT_IO, "cannot write the journal %s: %s", file->path, strerror(errno));
	free(lines->text);
	return good;
}

bool
journal_file_begin(struct printed *lines, struct error *error)
{
	if (!printed_open(lines))
		error_no_memory(error);
	return lines->out;
}

/* Whether it may have lines of earlier runs: a device has none, and some are endless. */
static bool
has_lines(const char *path)
{
	struct stat status;

	return !stat(path, &status) && !S_ISCHR(status.st_mode);
}

bool
journal_file_open(struct journal_file *file, const char *path, const struct results *results,
	void (*take)(void *to, const struct json *line), void *to, struct error *error)
{
	struct printed lines;
	bool torn = false;

	if (has_lines(path) && !read_file(path, take, to, &torn, error))
		return false;
	*file = (struct journal_file){ path, open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) };
	if (file->file < 0)
		return error_set(error, EXIT_IO, "cannot write the journal %s: %s", path, strerror(errno));
	if (journal_file_begin(&lines, error)) {
		/* Ends a torn line: the next one would be lost with it. */
		fputs(torn ? "\n" : "", lines.out);
		json_environment(results, lines.out);
		if (journal_file_add(file, &lines, error))
			return true;
	}
	journal_file_close(file);
	return false;
}

void
journal_file_close(const struct journal_file *file)
{
	close(file->file);
}
