#include "generator/emit/statements.h"
#include "generator/emit/expression.h"
#include "generator/plan/hoisted.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"

#include <string.h>

/* Of the statements that a call of a function stands for, the first one has the comment. */
static const char *
comment_of(const struct kernel *kernel, const struct stmt *stmt, const struct stmt *before)
{
	return before && before->span.start == stmt->span.start ? ""
		: comment_above(kernel->arena, kernel->source, stmt->span);
}

/* Whether a statement is the same as the one before it, at another neighbor of a mesh. */
static bool
is_another(const struct kernel *kernel, const struct stmt *stmt, const struct stmt *before)
{
	return kernel->plan->neighbors && stmt->kind == STMT_ASSIGN && before->kind == STMT_ASSIGN && stmt->u.assign.temp
		&& before->span.start == stmt->span.start;
}

static bool
is_hoisted(const struct kernel *kernel, const struct stmt *stmt)
{
	return kernel->needs.hoists && stmt->kind == STMT_ASSIGN && stmt->u.assign.temp
		&& kernel->plan->hoists->temps[stmt->u.assign.temp->index];
}

const char *
statements_between(const struct kernel *kernel, const struct instance *first, const struct instance *end,
	statement_filter *wanted, int width)
{
	struct text text = { .arena = kernel->arena };
	const struct stmt *before = NULL;
	bool was_long = false;

	for (const struct instance *i = first; i != end; ) {
		const struct stmt *stmt = i->stmt;
		const char *group = (wanted && !wanted(kernel, stmt)) || is_hoisted(kernel, stmt) ? "" : join_lines(kernel->arena, comment_of(kernel, stmt, before),
			kernel->kind->spelling->statement(kernel, i, width));
		const bool is_long = strchr(group, '\n') != NULL;

		while (i != end && i->stmt == stmt)
			i = i->next;
		if (!*group)
			continue;

		/* A blank line separates groups of several lines; what a statement is at several neighbors is one. */
		if (text.length)
			text_add(&text, (is_long || was_long) && !is_another(kernel, stmt, before) ? "\n\n" : "\n");
		text_add(&text, group);
		was_long = is_long;
		before = stmt;
	}
	return text_of(&text);
}

const char *
hoisted_text(const struct kernel *kernel)
{
	const struct stmt *before = NULL;
	const char *text = "";

	for (const struct hoisted *h = kernel->plan->hoists->first; h; h = h->next) {
		text = join_lines(kernel->arena, text, join_lines(kernel->arena, h->temp ? comment_of(kernel, h->stmt, before) : "",
			wrap(kernel->arena, arena_printf(kernel->arena, "const %s %s = %s;",
				type_name(h->temp ? h->temp->type : h->value->type), h->name, c_hoisted(kernel, h)), LINE_WIDTH, 4)));
		before = h->temp ? h->stmt : before;
	}
	return text;
}

const char *
statements_text(const struct kernel *kernel, int width)
{
	return statements_between(kernel, kernel->plan->instances, NULL, NULL, width);
}
