#include "runtime/scaling/scaling_journal.h"

#include "generator/base/hash.h"
#include "runtime/report/journal_file.h"
#include "runtime/scaling/scaled_mesh.h"
#include "runtime/scaling/scaling_cells.h"

#include <string.h>

/* A row of the journal. */
struct kept {
	struct scaling_row row;
	struct kept *next;
};

struct scaling_journal {
	struct arena *arena;
	struct journal_file file;
	struct kept *last;
};

static void
take_line(void *to, const struct json *line)
{
	struct scaling_journal *journal = to;
	const char *key = json_text(line, "key");
	struct kept *kept;

	if (!*key || !json_member(line, "same_bits"))
		return;
	kept = arena_new(journal->arena, struct kept);
	*kept = (struct kept){ .row.key = arena_strndup(journal->arena, key, strlen(key)), .next = journal->last };
	scaling_row_from_json(journal->arena, line, &kept->row);
	journal->last = kept;
}

bool
scaling_journal_open(struct scaling *s, struct scaling_journal **opened, struct error *error)
{
	struct scaling_journal *journal;
	struct results results;

	*opened = NULL;
	if (!s->arguments->journal || s->processes.rank)
		return true;
	journal = arena_new(&s->tool->arena, struct scaling_journal);
	*journal = (struct scaling_journal){ .arena = &s->tool->arena };
	results_open(&results, &s->tool->arena, s->environment, s->arguments->command);
	if (!journal_file_open(&journal->file, s->arguments->journal, &results, take_line, journal, error))
		return false;
	*opened = journal;
	return true;
}

void
scaling_journal_close(struct scaling_journal *journal)
{
	if (journal)
		journal_file_close(&journal->file);
}

static void
add_texts(struct text *text, const char *option, const struct texts *values)
{
	for (int i = 0; i < values->count; i++) {
		text_add(text, option);
		text_add(text, values->items[i]);
	}
}

/* All that its times depend on. */
static const char *
key_of(const struct scaling_rows *rows, const struct scaling_row *row)
{
	const struct scaling *s = rows->scaling;
	const struct arguments *a = s->arguments;
	const struct candidate *c = row->candidate;
	const struct decomposition *decomposition = &row->decomposition;
	struct arena *arena = &s->tool->arena;
	struct text text = { .arena = arena };
	const char *texts[] = { NULL, c->kernel->key, NULL };

	for (const struct environment_entry *e = s->environment; e->name; e++)
		text_add(&text, arena_printf(arena, "%s=%s\n", e->name, e->value));
	text_add(&text, arena_printf(arena, "%s %s %s %s %dx%dx%d of %d processes, %d steps, periodic %d %d, %s, %d blocks, runs %d timed %d"
		" graph %d align %d", rows->strong ? "strong" : "weak", c->kernel->name, candidate_blocks(arena, c),
		order_format(arena, &c->order), row->size[0], row->size[1], row->size[2], s->processes.count, decomposition->every,
		decomposition->periodic[0], decomposition->periodic[1],
		transport_text(arena, &decomposition->transport, &s->processes, NULL), decomposition->transport.blocks, a->runs,
		!a->no_time, a->graph, a->align));
	if (scaled_is_on_mesh(c))
		text_add(&text, scaled_mesh_key(arena, c));
	text_add(&text, arena_printf(arena, " in %dx%d", decomposition->ranks[0], decomposition->ranks[1]));
	add_texts(&text, " ", &a->params);
	add_texts(&text, " swap ", &a->swaps);
	texts[0] = text_of(&text);
	return content_hash(arena, texts);
}

static bool
look_up(const struct scaling_journal *journal, struct scaling_row *row)
{
	const struct kept *kept = journal ? journal->last : NULL;

	while (kept && strcmp(kept->row.key, row->key))
		kept = kept->next;
	if (!kept)
		return false;
	row->bits = kept->row.bits;
	row->timed = kept->row.timed;
	row->devices = kept->row.devices;
	row->points = kept->row.points;
	row->traffic = kept->row.traffic;
	row->times = kept->row.times;
	return true;
}

bool
scaling_journal_find(const struct scaling_journal *journal, const struct scaling_rows *rows, struct scaling_row *row, bool *is_kept,
	struct error *error)
{
	const struct scaling *s = rows->scaling;
	int told, status;

	row->key = key_of(rows, row);
	*is_kept = look_up(journal, row);
	if (!s->arguments->journal || !s->processes.mpi)
		return true;
	told = *is_kept;
	status = s->processes.mpi->broadcast(&told, sizeof told);
	*is_kept = told;
	return !processes_failed(&s->processes, status, error);
}

bool
scaling_journal_add(const struct scaling_journal *journal, const struct scaling_rows *rows, const struct scaling_row *row,
	struct error *error)
{
	struct printed lines;

	if (!journal)
		return true;
	if (!journal_file_begin(&lines, error))
		return false;
	scaling_json_row(rows, row, lines.out);
	return journal_file_add(&journal->file, &lines, error);
}
