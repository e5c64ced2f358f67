#include "generator/dump_units.h"

#include "generator/base/exit.h"
#include "generator/split/parts.h"
#include "generator/variants/legal.h"

#include <string.h>

/* Kernels can be listed before they can be made. */
static bool
is_known(const char *what, const struct plan *plan, struct error *error)
{
	return !strcmp(what, "ast") || (!strcmp(what, "split") && plan->program) || has_kernels(plan, error);
}

static void
dump_plan(const char *what, const struct plan *plan)
{
	if (!strcmp(what, "ast"))
		ast_dump(stdout, plan_checked(plan));
	else if (!strcmp(what, "split"))
		program_dump(stdout, plan);
	else if (!strcmp(what, "ir"))
		plan_dump(stdout, plan);
	else
		plan_csv(stdout, plan);
}

int
dump_units(const struct options *options, const struct unit *units)
{
	const char *what = options->dump;
	struct error error;

	for (int i = 0; i < options->file_count; i++)
		for (int j = 0; j < units[i].count; j++)
			if (!is_known(what, units[i].plans[j], &error)) {
				fprintf(stderr, "stencilgen: %s\n", error.text);
				return EXIT_USAGE;
			}
	if (!strcmp(what, "costs"))
		plan_csv_header(stdout);
	for (int i = 0; i < options->file_count; i++)
		for (int j = 0; j < units[i].count; j++)
			dump_plan(what, units[i].plans[j]);
	return EXIT_GOOD;
}
