#include "runtime/report/journal.h"

#include "runtime/report/journal_file.h"
#include "runtime/report/report_json.h"
#include "runtime/rows/row_json.h"

#include <string.h>

enum { BUCKETS = 1 << 14 };

/* What the file has for a key. */
struct record {
	const char *key;
	struct row *row; /* NULL: only turns */
	struct series turns[CACHE_COUNT];
	struct record *next;
};

struct journal {
	struct arena *arena;
	struct journal_file file;
	struct record *buckets[BUCKETS];
};

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
read_record(void *to, const struct json *object)
{
	struct journal *journal = to;
	struct row *row = NULL;

	if (json_member(object, "turn"))
		read_turn(journal, object);
	else
		row = row_from_json(journal->arena, object);
	if (row)
		add_record(journal, row->key)->row = row;
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

bool
journal_add(struct journal *journal, const struct row *row, struct error *error)
{
	struct printed lines;

	if (!journal_file_begin(&lines, error))
		return false;
	json_row(row, lines.out);
	return journal_file_add(&journal->file, &lines, error);
}

bool
journal_add_turn(struct journal *journal, const char *key, enum cache cache, const struct series *taken, struct error *error)
{
	struct printed lines;

	if (!journal_file_begin(&lines, error))
		return false;
	json_turn(key, cache, taken, lines.out);
	return journal_file_add(&journal->file, &lines, error);
}

struct journal *
journal_open(const char *path, const struct results *results, struct error *error)
{
	struct journal *journal = arena_new(results->arena, struct journal);

	*journal = (struct journal){ .arena = results->arena };
	return journal_file_open(&journal->file, path, results, read_record, journal, error) ? journal : NULL;
}

void
journal_close(struct journal *journal)
{
	if (journal)
		journal_file_close(&journal->file);
}
