#include "generator/split/split.h"

static void
dump_costs(FILE *out, const struct plan *plan)
{
	fprintf(out, "; loads %d stores %d flops %d bytes %d; costs %d\n", plan->loads, plan->stores, plan->flops,
		plan->bytes, plan_cost_in_bytes(plan));
}

static void
dump_kernel(FILE *out, const char *kind, const char *assigns, const struct extents *widening,
	const struct plan *plan)
{
	fprintf(out, "  %s %s", kind, assigns);
	for (int a = 0; a < AXES; a++)
		if (widening->low[a] || widening->high[a]) {
			fprintf(out, ", wider by");
			for (a = 0; a < AXES; a++)
				fprintf(out, " %d %d", widening->low[a], widening->high[a]);
		}
	dump_costs(out, plan);
}

static void
dump_fill(FILE *out, const struct fill *fill)
{
	fprintf(out, "  halo");
	for (int f = 0; f < fill->count; f++)
		fprintf(out, "%s %s", f ? "," : "", fill->fields[f]->name);
	fprintf(out, "\n");
}

static void
dump_kept(FILE *out, const struct kept *kept)
{
	fprintf(out, "  %s %s, %s, kernels %d to %d, ", kept->shape == SHAPE_POINT ? "stored" : shapes[kept->shape].name,
		kept->temp->name, type_name(kept->type), kept->first + 1, kept->last + 1);
	if (kept->holder)
		fprintf(out, "in field %s\n", kept->holder->name);
	else
		fprintf(out, "array %d\n", kept->place + 1);
}

void
program_dump(FILE *out, const struct plan *plan)
{
	const struct program *program = plan->program;
	const char *between = "";

	fprintf(out, "program %s\n", plan->stencil->name);
	if (!program) {
		fprintf(out, "  %s ", kernel_kind_names[KERNEL_points]);
		for (const struct field *f = plan->stencil->fields; f; f = f->next)
			if (f->role != ROLE_IN) {
				fprintf(out, "%s%s", between, f->name);
				between = ", ";
			}
		dump_costs(out, plan);
		return;
	}
	for (int p = 0; p < program->part_count; p++) {
		for (const struct fill *fill = program->parts[p].fills; fill; fill = fill->next)
			dump_fill(out, fill);
		dump_kernel(out, kernel_kind_names[program->parts[p].kind], program->parts[p].assigns,
			&program->parts[p].stencil->widening, program->parts[p].plan);
	}
	if (program->part_count > 1)
		fprintf(out, "  all kernels cost %d\n", plan_cost_in_bytes(plan));
	for (int k = 0; k < program->kept_count; k++)
		dump_kept(out, &program->kept[k]);
}
