#include "runtime/problem/mesh_work.h"

#include "generator/split/parts.h"
#include "runtime/problem/values.h"

#include <stdlib.h>

double
mesh_problem_points(const struct mesh_problem *p)
{
	return (double)mesh_problem_updated(p)*(p->top - p->bottom);
}

/* How many elements of a location an application concerns. */
static double
concerned(const struct mesh_problem *p, enum location location)
{
	const enum location like = p->inside[location] ? location : p->stencil->location;

	return (double)p->updated[like]/p->mesh->count[like]*p->mesh->count[location];
}

/* How many neighbours there are in a relation's table. */
static double
count_neighbours(const struct mesh_problem *p, const struct relation *relation)
{
	const struct mesh_table *table = &p->tables[relation->index];
	const size_t entries = (size_t)p->mesh->count[relation->from]*(size_t)table->slots;
	double count = 0;

	for (size_t i = 0; i < entries; i++)
		count += table->at[i] >= 0;
	return count;
}

/* The values of an element's slots, on average: those that have a neighbour. */
static double
slots_of(const struct mesh_problem *p, const struct field *field)
{
	const struct relation *relation = field->where.relation;

	return !relation || !relation->has_table || relation->degree.kind == DEGREE_EXACT ? mesh_problem_slots(p, field)
		: count_neighbours(p, relation)/p->mesh->count[relation->from];
}

/* The elements of a location that a kernel concerns: all that the mesh has, or those that an application does. */
static double
elements_of(const struct mesh_problem *p, bool all, enum location location)
{
	return all ? p->mesh->count[location] : concerned(p, location);
}

/* Bytes of a field that is read or written once. */
static double
bytes_once(const struct mesh_problem *p, bool all, const struct field *field)
{
	const double levels = !shapes[field->shape].axes[2] ? 1 : p->top - p->bottom + field->where.half;
	const double elements = !shapes[field->shape].axes[0] ? 1
		: elements_of(p, all, field->where.location)*slots_of(p, field);

	return elements*levels*(double)field_element(field);
}

/* A row's entries and where it begins; a table of slots is read with its gaps. */
static double
table_bytes(const struct mesh_problem *p, const struct lookups *lookups)
{
	double entries = 0;

	for (int r = 0; r < lookups->count; r++) {
		const struct looked_up *table = &lookups->tables[r];
		const double elements = concerned(p, table->relation->from);

		entries += !table->rows ? elements*p->tables[table->relation->index].slots
			: elements + elements*count_neighbours(p, table->relation)/p->mesh->count[table->relation->from];
	}
	return entries*(double)sizeof (int);
}

/* Kernels of outputs on several locations have different numbers of elements. */
static double
count_flops(const struct mesh_problem *p)
{
	const struct program *program = p->plan->program;
	double flops = 0;

	if (!has_several_locations(p->stencil))
		return mesh_problem_points(p)*p->plan->flops;
	for (int k = 0; k < program->part_count; k++)
		flops += concerned(p, program->parts[k].stencil->location)*program->parts[k].plan->flops;
	return flops*(p->top - p->bottom);
}

static double
bound_bytes(const struct mesh_problem *p, const struct field *field)
{
	return (double)mesh_problem_elements(p, field)*(double)field_element(field)*(field->role == ROLE_IN ? 1 : 3);
}

/* Levels of a kernel: of stored values more where they are read from afar. */
static double
levels_alone(const struct mesh_problem *p, const struct stencil *part)
{
	return p->top - p->bottom + part->widening.low[2] + part->widening.high[2] + part->half;
}

/* Points, and bytes of what it reads and writes, tables and arrays of the workspace included. */
static struct work
part_work(const struct mesh_problem *p, const struct program *program, int number)
{
	const struct part *part = &program->parts[number];
	const struct stencil *s = part->stencil;
	const double points = part->kind == KERNEL_scalar ? 1 : elements_of(p, s->all_elements, s->location)*levels_alone(p, s);
	struct work work = { .points = points, .flops = points*part->plan->flops,
		.bytes = table_bytes(p, &p->lookups_of[number]) + part_reduced_bytes(program, number, points, points/(p->top - p->bottom)) };

	for (const struct field *f = part->plan->stencil->fields; f; f = f->next)
		work.bytes += f->local ? 0 : part_moves(part, f)*bytes_once(p, s->all_elements, f);
	return work;
}

struct work
mesh_work(const void *problem, const struct built *kernel, int part)
{
	const struct mesh_problem *p = problem;
	const double tables = table_bytes(p, &p->lookups), points = mesh_problem_points(p);
	struct work work = { .points = points, .bytes = tables, .bound = tables, .flops = count_flops(p) };
	double written = 0;

	(void)kernel;
	if (part)
		return part_work(p, p->plan->program, part - 1);
	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		const double bytes = p->plan->fields[f->index] ? bytes_once(p, false, f)*(f->role == ROLE_INOUT ? 2 : 1) : 0;

		work.bytes += bytes;
		work.bound += bound_bytes(p, f);
		written += f->role == ROLE_IN ? 0 : f->role == ROLE_INOUT ? bytes/2 : bytes;
	}
	work.mix = mix_of_share(written/work.bytes);
	return work;
}

bool
mesh_problem_fill(struct mesh_problem *p, int levels, uint64_t seed)
{
	bool good = true;

	for (const struct field *f = p->stencil->fields; f && good; f = f->next) {
		size_t count;

		p->levels[f->index] = !shapes[f->shape].axes[2] ? 1 : levels + f->where.half;
		count = mesh_problem_elements(p, f);
		p->fields[f->index] = malloc((count + 1)*field_element(f));
		good = p->fields[f->index] != NULL;
		if (good && f->role == ROLE_OUT)
			mark_unwritten(p->fields[f->index], count, field_element(f));
		else if (good && f->rows)
			mesh_problem_fill_rows(p, f);
		else if (good)
			fill_numbers(f, p->fields[f->index], count, seed + (uint64_t)f->index);
	}
	return good;
}
