#include "generator/emit/program/program_text.h"

#include "generator/text/wrap.h"

static bool
is_reducer(const struct kept *kept, const struct reducer *reducer)
{
	return kept->reduction == reducer->reduction && kept->type == reducer->type;
}

/* Whether two arrays can be reduced in the same launches: CPUs take one after the other. */
static bool
go_together(const struct program_text *text, const struct kept *a, const struct kept *b)
{
	return text->gpu && a->reduction == b->reduction && a->type == b->type
		&& a->first == b->first && a->shape == b->shape;
}

int
program_reduced_together(const struct program_text *text, int first, int numbers[MOST_TOGETHER])
{
	const struct kept *kept = text->program->kept;
	int count = 0, before = 0;

	for (int k = 0; k < first; k++)
		before += go_together(text, &kept[k], &kept[first]);
	if (!kept[first].reduction || before % MOST_TOGETHER)
		return 0;
	numbers[count++] = first;
	for (int k = first + 1; k < text->program->kept_count && count < MOST_TOGETHER; k++)
		if (go_together(text, &kept[k], &kept[first]))
			numbers[count++] = k;
	return count;
}

int
program_most_together(const struct program_text *text, const struct reducer *reducer)
{
	int numbers[MOST_TOGETHER], most = 0;

	for (int k = 0; k < text->program->kept_count; k++) {
		const int count = program_reduced_together(text, k, numbers);

		if (count > most && (!reducer || is_reducer(&text->program->kept[k], reducer)))
			most = count;
	}
	return most;
}

const char *
program_operation(const struct program_text *text, const struct reducer *reducer)
{
	return arena_printf(text->whole.arena, "%s%s", reduction_names[reducer->reduction],
		reducer->type == TYPE_FLOAT ? "_float" : "");
}

const char *
program_launch(const struct program_text *text, const struct launch *launch, const char *result)
{
	return join_lines(text->whole.arena, target_configuration(&text->whole, launch), target_launch(&text->whole, launch, result));
}
