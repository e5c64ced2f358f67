#include "generator/emit/helpers.h"
#include "generator/emit/kernel.h"
#include "generator/text/wrap.h"

static const enum function helped[HELPER_POWER] = {
	[HELPER_LESSER] = FN_min, [HELPER_GREATER] = FN_max, [HELPER_SIGN_OF] = FN_sign, [HELPER_WITH_SIGN] = FN_copysign,
};

int
helper_of(const struct expr *call)
{
	if (literal_power(call) >= 0)
		return HELPER_POWER + literal_power(call);
	if (is_clamped_level(call))
		return HELPER_CLAMP_LEVEL;
	for (int h = 0; h < HELPER_POWER; h++)
		if (call->u.call.function == helped[h])
			return h;
	return -1;
}

struct marker {
	bool (*marked)[TYPE_COUNT];
	const struct expr *clamped; /* the call in a call of clamp_level, which is part of that */
};

static void
mark_helper(void *marker, const struct expr *e)
{
	struct marker *m = marker;
	const int helper = e->kind == EXPR_CALL && e != m->clamped ? helper_of(e) : -1;

	if (helper >= 0)
		m->marked[helper][e->type] = true;
	if (helper == HELPER_CLAMP_LEVEL)
		m->clamped = e->u.call.arguments;
}

/* Visits the expressions of a kernel and its launcher. */
static void
walk(const struct plan *plan, void (*visit)(void *context, const struct expr *e), void *context)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		plan_walk(i, visit, context);
	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			plan_walk_expr(t->stmt->u.assign.value, visit, context);
}

void
helpers_find(const struct plan *plan, bool helpers[HELPER_COUNT][TYPE_COUNT])
{
	struct marker marker = { helpers, NULL };

	walk(plan, mark_helper, &marker);
}

static void
note_abs(void *found, const struct expr *e)
{
	*(bool *)found |= e->kind == EXPR_CALL && e->u.call.function == FN_abs && e->type == TYPE_INT && !e->wraps;
}

bool
calls_abs_of_int(const struct plan *plan)
{
	bool found = false;

	walk(plan, note_abs, &found);
	return found;
}

const char *
helper_name(struct arena *arena, int helper, enum type type)
{
	const char *suffix = type == TYPE_FLOAT ? "f" : type == TYPE_INT ? "i" : "";

	if (helper == HELPER_CLAMP_LEVEL)
		return "clamp_level";
	if (helper >= HELPER_POWER)
		return arena_printf(arena, "power%d%s", helper - HELPER_POWER, suffix);
	return arena_printf(arena, "%s%s", functions[helped[helper]].c_name, suffix);
}

static const char *
product(struct arena *arena, int power)
{
	const char *text = "x";

	for (int i = 1; i < power; i++)
		text = arena_printf(arena, "%s*x", text);
	return power ? text : "1";
}

const char *
kernel_helpers(const struct kernel *k)
{
	struct arena *arena = k->arena;
	const char *text = "", *qualifiers = kernel_section(k, k->file, "helper_qualifiers");

	for (int h = 0; h < HELPER_COUNT; h++)
		for (int type = 0; type < TYPE_COUNT; type++) {
			const char *helper;

			if (!k->needs.helpers[h][type])
				continue;
			helper = EXPAND(k, k->common, h < HELPER_POWER ? functions[helped[h]].c_name : h < HELPER_CLAMP_LEVEL ? "power" : "clamp_level",
				{ "suffix", type == TYPE_FLOAT ? "f" : "" },
				{ "qualifiers", qualifiers },
				{ "type", type_name((enum type)type) },
				{ "name", helper_name(arena, h, (enum type)type) },
				{ "product", product(arena, h - HELPER_POWER) },
				{ "unread", macro_if(h == HELPER_POWER) });
			text = *text ? arena_printf(arena, "%s\n\n%s", text, helper) : helper;
		}
	return text;
}
