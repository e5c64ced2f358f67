#include "runtime/report/journal.h"

#include "generator/base/files.h"
#include "runtime/report/report_json.h"
#include "runtime/report/row_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct journal {
	const char *path;
	FILE *out;
	struct row *rows;
};

static void
read_rows(struct journal *journal, struct arena *arena, const char *text)
{
	while (*text) {
		const size_t length = strcspn(text, "\n");
		struct row *row = text[length] ? json_read_row(arena, arena_strndup(arena, text, length)) : NULL;

		if (row) {
			row->next = journal->rows;
			journal->rows = row;
		}
		text += length + (text[length] == '\n');
	}
}

static bool
fail(const struct journal *journal, char *message, size_t room)
{
	snprintf(message, room, "cannot write the journal %s: %s", journal->path, strerror(errno));
	return false;
}

struct journal *
journal_open(const char *path, const struct results *results, char *message, size_t room)
{
	struct arena *arena = results->arena;
	struct journal *journal = arena_new(arena, struct journal);
	const char *text = "";
	char problem[256];
	size_t size = 0;

	journal->path = path;
	if (!access(path, F_OK)) {
		if (!file_read(arena, path, &text, &size, problem, sizeof problem)) {
			snprintf(message, room, "cannot read the journal %s: %s", path, problem);
			return NULL;
		}
		if (size && strncmp(text, "{\"environment\":", 15)) {
			snprintf(message, room, "%s is no journal", path);
			return NULL;
		}
		read_rows(journal, arena, text);
	}
	journal->out = fopen(path, "a");
	if (!journal->out) {
		fail(journal, message, room);
		return NULL;
	}
	/* What an interrupted write has left must not take the next line with it. */
	if (size && text[size - 1] != '\n')
		putc('\n', journal->out);
	json_environment(results, journal->out);
	if (fflush(journal->out)) {
		fail(journal, message, room);
		fclose(journal->out);
		return NULL;
	}
	return journal;
}

struct row *
journal_find(const struct journal *journal, const char *key)
{
	for (struct row *row = journal->rows; row; row = row->next)
		if (!strcmp(row->key, key))
			return row;
	return NULL;
}

bool
journal_add(struct journal *journal, const struct row *row, char *message, size_t room)
{
	json_row(row, journal->out);
	return !fflush(journal->out) || fail(journal, message, room);
}

void
journal_close(struct journal *journal)
{
	if (journal)
		fclose(journal->out);
}
