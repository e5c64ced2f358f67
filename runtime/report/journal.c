#include "runtime/report/journal.h"

#include "generator/base/printed.h"
#include "runtime/report/report_json.h"
#include "runtime/rows/row_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUCKETS = 1 << 14, MOST_LINE = 1 << 20 };

/* What the file has for a key. */
struct record {
	const char *key;
	struct row *row; /* NULL: only turns */
	struct series turns[CACHE_COUNT];
	struct record *next;
};

struct journal {
	const char *path;
	struct arena *arena;
	int file;
	struct record *buckets[BUCKETS];
};

/* --- Reading --- */

static struct record **
bucket_of(const struct journal *journal, const char *key)
{
	unsigned hash = 2166136261u;

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key)*16777619u;
	return (struct record **)&journal->buckets[hash % BUCKETS];
}

static struct record *
find_record(const struct journal *journal, const char *key)
{
	struct record *record = *bucket_of(journal, key);

	while (record && strcmp(record->key, key))
		record = record->next;
	return record;
}

static struct record *
add_record(struct journal *journal, const char *key)
{
	struct record *record = find_record(journal, key), **bucket = bucket_of(journal, key);

	if (record)
		return record;
	record = arena_new(journal->arena, struct record);
	record->key = arena_strndup(journal->arena, key, strlen(key));
	record->next = *bucket;
	*bucket = record;
	return record;
}

static void
read_turn(struct journal *journal, const struct json *object)
{
	const char *key = json_text(object, "key"), *cache = json_text(object, "turn");
	struct series *series;
	int c = 0;

	while (c < CACHE_COUNT && strcmp(cache_names[c], cache))
		c++;
	if (c == CACHE_COUNT || !*key)
		return;
	series = &add_record(journal, key)->turns[c];
	samples_from_json(journal->arena, json_member(object, "samples_s"), &series->good);
	samples_from_json(journal->arena, json_member(object, "disturbed_s"), &series->disturbed);
	series->discarded += json_int(json_member(object, "discarded"));
}

static void
read_record(struct journal *journal, const char *line)
{
	struct arena scratch = { 0 };
	const struct json *object = json_parse(&scratch, line);
	struct row *row = NULL;

	if (object && json_member(object, "turn"))
		read_turn(journal, object);
	else if (object)
		row = row_from_json(journal->arena, object);
	if (row)
		add_record(journal, row->key)->row = row;
	arena_free(&scratch);
}

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

/* Returns false with a message if the file cannot be read or is no journal. *torn: its last line
 * does not end. */
static bool
read_file(struct journal *journal, bool *torn, char *message, size_t room)
{
	static const char start[] = "{\"environment\":";
	struct stat status;
	/* A fifo would wait for a writer. */
	FILE *in = !stat(journal->path, &status) && !S_ISFIFO(status.st_mode) ? fopen(journal->path, "r") : NULL;
	char *line = in ? malloc(MOST_LINE + 1) : NULL;
	bool first = true, good = true;

	*torn = false;
	errno = in && !line ? ENOMEM : errno;
	while (line && good && read_line(in, line) >= 0) {
		good = !first || !strncmp(line, start, sizeof start - 1);
		if (good && !first)
			read_record(journal, line);
		first = false;
	}
	if (!good)
		snprintf(message, room, "%s is no journal", journal->path);
	else if (!line || ferror(in))
		snprintf(message, room, "cannot read the journal %s: %s", journal->path, strerror(errno));
	good = good && line && !ferror(in);
	*torn = good && !first && fseek(in, -1, SEEK_END) == 0 && getc(in) != '\n';
	free(line);
	if (in)
		fclose(in);
	return good;
}

struct row *
journal_find(const struct journal *journal, const char *key)
{
	const struct record *record = find_record(journal, key);

	return record ? record->row : NULL;
}

const struct series *
journal_find_turns(const struct journal *journal, const char *key, enum cache cache)
{
	const struct record *record = find_record(journal, key);

	return record && !record->row ? &record->turns[cache] : NULL;
}

/* --- Writing --- */

/* Writes whole lines at once, so that those of two programs do not mix. */
static bool
add_lines(struct journal *journal, struct printed *lines, char *message, size_t room)
{
	size_t done = 0;
	bool good = printed_close(lines);

	errno = good ? 0 : ENOMEM;
	while (good && done < lines->size) {
		const ssize_t written = write(journal->file, lines->text + done, lines->size - done);

		good = written > 0 || (written < 0 && errno == EINTR);
		done += written > 0 ? (size_t)written : 0;
	}
	if (!good)
		snprintf(message, room, "cannot write the journal %s: %s", journal->path, strerror(errno));
	free(lines->text);
	return good;
}

static bool
begin_lines(struct printed *lines, char *message, size_t room)
{
	if (!printed_open(lines))
		snprintf(message, room, "out of memory");
	return lines->out;
}

bool
journal_add(struct journal *journal, const struct row *row, char *message, size_t room)
{
	struct printed lines;

	if (!begin_lines(&lines, message, room))
		return false;
	json_row(row, lines.out);
	return add_lines(journal, &lines, message, room);
}

bool
journal_add_turn(struct journal *journal, const char *key, enum cache cache, const struct series *taken,
	char *message, size_t room)
{
	struct printed lines;

	if (!begin_lines(&lines, message, room))
		return false;
	json_turn(key, cache, taken, lines.out);
	return add_lines(journal, &lines, message, room);
}

struct journal *
journal_open(const char *path, const struct results *results, char *message, size_t room)
{
	struct journal *journal = arena_new(results->arena, struct journal);
	struct printed lines;
	bool torn = false;

	*journal = (struct journal){ .path = path, .arena = results->arena };
	if (!access(path, F_OK) && !read_file(journal, &torn, message, room))
		return NULL;
	journal->file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	if (journal->file < 0) {
		snprintf(message, room, "cannot write the journal %s: %s", path, strerror(errno));
		return NULL;
	}
	if (!begin_lines(&lines, message, room))
		return NULL;
	/* Ends a torn line: the next one would be lost with it. */
	fputs(torn ? "\n" : "", lines.out);
	json_environment(results, lines.out);
	if (add_lines(journal, &lines, message, room))
		return journal;
	journal_close(journal);
	return NULL;
}

void
journal_close(struct journal *journal)
{
	if (journal && journal->file >= 0)
		close(journal->file);
}
