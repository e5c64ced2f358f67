#include "runtime/partition/sparse.h"

#include "runtime/problem/sparse_device.h"

static bool
place(struct partition *p, int rank, const struct built *kernel, struct error *error)
{
	struct sparse_problem *problem = p->whole;
	struct subdomain *s = &p->subdomains[rank];
	struct sparse_device *x = sparse_device_create(p->device, problem, sparse_accesses[kernel->variant.access].layout, error);

	s->own = x;
	if (!x || !binding_prepare(&x->binding, kernel, error))
		return false;
	s->arrays = p->arrays;
	s->fields = x->binding.fields;
	s->params = problem->params;
	s->all = arena_new(&p->arena, struct launch_region);
	s->all->view.probes = x->probes;
	return true;
}

static bool
fetch(const struct subdomain *s, const struct field *field, struct error *error)
{
	return sparse_domain.fetch(s->own, field, s->arrays[field->index], error);
}

static bool
compare(const struct subdomain *s, struct verdict *verdict, struct error *error)
{
	return sparse_domain.compare(s->own, verdict, error);
}

static void
close_all(struct partition *p)
{
	binding_free(p->subdomains->own);
}

static const struct partition_kind kind = { .place = place, .fetch = fetch, .compare = compare, .close = close_all };

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
