#include "generator/emit/plane/row_buffer.h"

#include "generator/emit/parameters.h"
#include "generator/emit/providers.h"
#include "generator/text/wrap.h"

/* Blocks are as wide as grids usually are: where their rows are parts of the grid's, on 1024 and 2048 columns, laplap and hdiff take 1.3 to 1.9 times as
 * long on an AMD EPYC. Their rows lie in a thread's stack. */
static int
most_columns(const struct kernel *kernel)
{
	enum { MOST_BYTES = 256*1024, MOST = 2048, LEAST = 128 };
	int bytes = 0, columns = MOST;

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next)
		bytes += (kept->south - kept->north + 1)*element_size(kept->temp->type);
	while (columns > LEAST && columns*bytes > MOST_BYTES)
		columns /= 2;
	return columns;
}

const char *
row_buffer_functions(const struct kernel *kernel, const struct providers *of_kernel)
{
	const char *text = EXPAND(kernel, kernel->access, "preamble",
		{ "most_columns", int_text(kernel->arena, most_columns(kernel)) },
		{ "rows", kernel->plan->reads_other_levels ? "16" : "64" });

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next)
		text = join_paragraphs(kernel->arena, text, providers_expand(kept->fill, kernel->access, "row_of", of_kernel,
			(const struct macro[]){
				{ "temp", kept->temp->name },
				{ "level", index_add(kernel->arena, "k", kept->level, NULL) },
				{ "type", type_name(kept->temp->type) },
				{ "row", kept->fill->rows->names[0] },
			}, 4));
	return text;
}

const char *
row_buffer_parameters(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next)
		for (int y = kept->north; y <= kept->south; y++)
			if (row_buffer_uses(kernel, kept, y)) {
				text_add(&text, text.length ? ",\n" : "");
				text_add(&text, array_declaration(kernel->arena, type_name(kept->temp->type), kept->names[y - kept->north],
					y == kept->south, true));
			}
	return text_of(&text);
}

/* Columns that a row has beside those of a block; its element 0 lies so far from its start. */
static int
columns_west(const struct row_buffer *kept)
{
	return kept->west < 0 ? -kept->west : 0;
}

static int
columns_east(const struct row_buffer *kept)
{
	return kept->east > 0 ? kept->east : 0;
}

static const char *
array_text(const struct kernel *kernel, const struct row_buffer *kept)
{
	return arena_printf(kernel->arena, "%s %s[%d][%s];", type_name(kept->temp->type), kept->array, kept->south - kept->north + 1,
		index_add(kernel->arena, "COLUMNS", columns_west(kept) + columns_east(kept), NULL));
}

const char *
row_buffer_declared(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next) {
		lines_add(&text, array_text(kernel, kept));
		for (int y = kept->north; y <= kept->south; y++)
			lines_add(&text, arena_printf(kernel->arena, "%s *%s = %s;", type_name(kept->temp->type), kept->names[y - kept->north],
				index_add(kernel->arena, arena_printf(kernel->arena, "%s[%d]", kept->array, y - kept->north),
					columns_west(kept), NULL)));
	}
	return text_of(&text);
}

/* A column of the block's first or last row, so many rows and columns on. */
static const char *
column_at(const struct kernel *kernel, const char *column, int y, int x)
{
	return index_add(kernel->arena, index_add(kernel->arena, column, y, "row"), x, NULL);
}

/* What a kernel that is called for columns from one to another takes, but for rows. */
static struct list
arguments_for(const struct kernel *called, const char *from, const char *to)
{
	struct list list = { .text.arena = called->arena };

	list_add(&list, from);
	list_add(&list, to);
	list_add(&list, "k");
	list_add(&list, "stride");
	if (plan_reads_rows(called->plan))
		list_add(&list, "row");
	kernel_carry(called, &list);
	return list;
}

/* A call that fills columns from one to another of a row, and where in it. */
static const char *
fill(const struct kernel *kernel, const struct row_buffer *kept, const char *from, const char *to, const char *where)
{
	struct plan as_named_here = *kept->fill->plan;
	struct kernel called = *kept->fill;
	struct list list;

	as_named_here.names = kernel->plan->names;
	called.plan = &as_named_here;
	list = arguments_for(&called, from, to);
	list_add(&list, where);
	return EXPAND(kernel, kernel->access, "call", { "function", called.name }, { "arguments", list_text(&list) });
}

const char *
row_buffer_filled(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next)
		for (int y = kept->north; y < kept->south; y++)
			lines_add(&text, fill(kernel, kept, column_at(kernel, "first", y, kept->west),
				column_at(kernel, "end", y, kept->east),
				index_add(kernel->arena, kept->names[y - kept->north], kept->west, NULL)));
	return text_of(&text);
}

const char *
row_buffer_ends(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next) {
		const char *row = kept->names[kept->south - kept->north];
		const int y = kept->south, x = kept->computed.x;

		if (kept->west < x)
			lines_add(&text, fill(kernel, kept, column_at(kernel, "first", y, kept->west), column_at(kernel, "first", y, x),
				index_add(kernel->arena, row, kept->west, NULL)));
		if (x < kept->east)
			lines_add(&text, fill(kernel, kept, column_at(kernel, "end", y, x), column_at(kernel, "end", y, kept->east),
				index_add(kernel->arena, arena_printf(kernel->arena, "%s + width", row), x, NULL)));
	}
	return text_of(&text);
}

const char *
row_buffer_arguments(const struct kernel *kernel)
{
	struct list list = arguments_for(kernel, "first", "end");

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next)
		for (int y = kept->north; y <= kept->south; y++)
			if (row_buffer_uses(kernel, kept, y))
				list_add(&list, kept->names[y - kept->north]);
	return list_text(&list);
}

const char *
row_buffer_turn(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct row_buffer *kept = kernel->rows; kept; kept = kept->next) {
		const int last = kept->south - kept->north;

		lines_add(&text, arena_printf(kernel->arena, "%s *const %s = %s;", type_name(kept->temp->type), kept->oldest,
			kept->names[0]));
		for (int r = 0; r <= last; r++)
			lines_add(&text, arena_printf(kernel->arena, "%s = %s;", kept->names[r], r < last ? kept->names[r + 1] : kept->oldest));
	}
	return text_of(&text);
}
