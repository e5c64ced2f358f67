#include "generator/check/checker.h"

#include <string.h>

/* How to do without a function that other languages have, or NULL. */
static const char *
find_substitute(const char *name)
{
	static const struct { const char *name, *instead; } substitutes[] = {
		{ "mod", "a - b*floor(a/b)" }, { "fmod", "a - b*floor(a/b)" },
		{ "sqr", "pow(x, 2)" }, { "square", "pow(x, 2)" },
		{ "log2", "log(x)/log(2)" }, { "log1p", "log(1 + x)" }, { "expm1", "exp(x) - 1" }, { "erfc", "1 - erf(x)" },
		{ "round", "floor(x + 0.5)" }, { "trunc", "x < 0 ? ceil(x) : floor(x)" },
		{ "sgn", "sign(x)" }, { "isinf", "!isfinite(x) && !isnan(x)" },
		{ "select", "condition ? a : b" }, { "where", "condition ? a : b" },
		{ "merge", "condition ? a : b" }, { "rsqrt", "1/sqrt(x)" },
		{ "hypot", "sqrt(x*x + y*y)" }, { "int", "floor(x)" }, { "bool", "x != 0" },
	};

	for (size_t i = 0; i < sizeof substitutes/sizeof *substitutes; i++)
		if (!strcmp(substitutes[i].name, name))
			return substitutes[i].instead;
	return NULL;
}

static void
list_functions(const struct checker *c, struct span span)
{
	const char *list = functions[0].name;

	for (int i = 1; i < FN_COUNT; i++)
		list = arena_printf(c->arena, "%s%s %s", list, i == FN_COUNT - 1 ? " and" : ",",
			functions[i].name);
	note_at(c->source, span, "there are %s", list);
}

static void
report_unknown_function(const struct checker *c, const struct expr *e)
{
	const char *name = e->u.call.name, *instead = find_substitute(name), *meant = suggest_function(c, name);
	const struct symbol *symbol = find_symbol(c, name);

	if (symbol->field || symbol->temp)
		error_at(c->source, e->at, "'%s' is no function: an offset stands in brackets, %s[-1,0]",
			name, name);
	else if (!c->kind->has_sums && !strcmp(name, reduction_names[REDUCTION_SUM]))
		error_at(c->source, e->span, "a sum on a mesh goes over neighbors: sum(e in edges: ...)");
	else if (!strcmp(name, reduction_names[REDUCTION_SUM]))
		error_at(c->source, e->span, "a sum has 1 argument, not %d", e->u.call.count);
	else if (instead)
		error_at(c->source, e->at, "unknown function '%s': write %s", name, instead);
	else
		report_unknown(c, e->at, "function", name, meant, "define it above the stencil");
	if (!symbol->name && !instead && !meant && strcmp(name, reduction_names[REDUCTION_SUM]))
		list_functions(c, e->at);
}

bool
resolve_function(const struct checker *c, struct expr *e)
{
	const bool low_is_float = c->source->low_is_float;
	const int fn = find_called(e->u.call.name, low_is_float);

	if (find_reduction(c, e)) {
		error_at(c->source, e->span, fn < 0 ? "a %s stands outside of sweeps and ifs: assign it to a name of its own before them"
			: "a %s of one argument is over the domain and stands outside of sweeps and ifs: assign it to a name of its own before them", e->u.call.name);
		return false;
	}
	if (fn < 0) {
		report_unknown_function(c, e);
		return false;
	}
	e->u.call.function = (enum function)fn;
	if (!strcmp(e->u.call.name, "low"))
		c->stencil->low = low_is_float ? TYPE_FLOAT : TYPE_REAL;
	if (functions[fn].arguments == e->u.call.count)
		return true;
	if (fn == FN_sign && e->u.call.count == 2) {
		error_at(c->source, e->span, "'sign' takes 1 argument, not 2: write copysign(a, b)");
		return false;
	}
	error_at(c->source, e->span, "'%s' takes %d argument%s, not %d", e->u.call.name,
		functions[fn].arguments, functions[fn].arguments == 1 ? "" : "s", e->u.call.count);
	return false;
}
