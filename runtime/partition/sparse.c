#include "runtime/partition/sparse.h"

#include "runtime/problem/sparse_device.h"

static bool
place(struct partition *p, int rank, const struct built *kernel, struct error *error)
{
	const struct binding_spec spec = { .variant = &kernel->variant };
	struct subdomain *s = &p->subdomains[rank];

	s->binding = sparse_domain.place(p->device, p->whole, &spec, error);
	if (!s->binding)
		return false;
	s->arrays = p->arrays;
	s->all = arena_new(&p->arena, struct launch_region);
	s->all->view.probes = ((const struct sparse_device *)s->binding)->probes;
	return true;
}

static const struct partition_kind kind = { .place = place };

bool
sparse_open(struct partition *p, const struct partition_setup *setup, struct sparse_problem *problem, void **arrays, void **expected,
	struct error *error)
{
	if (!partition_begin(p, &kind, setup, error))
		return false;
	p->whole = problem;
	p->stencil = problem->plan->stencil;
	p->arrays = arrays;
	p->expected = expected;
	p->is_whole = true;
	return partition_place(p, setup, error);
}
