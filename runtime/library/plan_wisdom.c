#include "runtime/library/plan_wisdom.h"

#include "generator/base/exit.h"
#include "generator/base/hash.h"
#include "generator/variants/choose.h"
#include "runtime/library/plan_call.h"
#include "runtime/library/plan_error.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct wisdom {
	struct arena arena;
	struct tuning tuning;
	const char *path;
	bool good;
	struct error error;
	struct wisdom *next;
};

static struct wisdom *wisdoms; /* the latest first */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
read_file(void *context)
{
	struct wisdom *w = context;

	w->good = tuning_read(&w->arena, w->path, &w->tuning, &w->error);
}

/* Whether times on this machine would be similar. */
static bool
is_from_here(const struct wisdom *w, struct stencil_error *error)
{
	const char *device = tuning_fact(&w->tuning, "device"), *backend = tuning_fact(&w->tuning, "backend");
	struct device_info here;

	if (!backend_device_info(backend, &here))
		stencil_error_set(error, STENCIL_CODE_UNAVAILABLE, "%s was tuned on '%s' with backend '%s', which is not"
			" available here", w->path, device, backend);
	else if (strcmp(device, here.name))
		stencil_error_set(error, STENCIL_CODE_ARGUMENT, "%s was tuned on '%s', here it is '%s'", w->path, device, here.name);
	else
		return true;
	return false;
}

static void
free_wisdom(struct wisdom *w)
{
	arena_free(&w->arena);
	free(w);
}

int
stencil_wisdom_import(const char *path, struct stencil_error *error)
{
	struct wisdom *w = calloc(1, sizeof *w);
	struct stencil_error unwanted;

	error = error ? error : &unwanted;
	if (!w)
		return stencil_error_set(error, STENCIL_CODE_MEMORY, "out of memory");
	w->path = path ? path : "";
	if (!plan_call(read_file, w))
		stencil_error_set(error, STENCIL_CODE_MEMORY, "out of memory");
	else if (!w->good)
		stencil_error_set(error, w->error.status == EXIT_IO ? STENCIL_CODE_UNAVAILABLE : STENCIL_CODE_ARGUMENT, "%s",
			w->error.text);
	else if (is_from_here(w, error)) {
		pthread_mutex_lock(&lock);
		w->next = wisdoms;
		wisdoms = w;
		pthread_mutex_unlock(&lock);
		return stencil_error_set(error, STENCIL_CODE_GOOD, "%s", "");
	}
	free_wisdom(w);
	return error->code;
}

void
stencil_wisdom_forget(void)
{
	struct wisdom *w, *next;

	pthread_mutex_lock(&lock);
	w = wisdoms;
	wisdoms = NULL;
	pthread_mutex_unlock(&lock);
	for (; w; w = next) {
		next = w->next;
		free_wisdom(w);
	}
}

static bool
agrees(const char *option, const char *value)
{
	return !option || !strcmp(option, value);
}

/* Whether an entry keeps what options say, or tells what it keeps, and none does. */
static bool
may_keep(const struct stencil_plan *plan, const struct tuned *t)
{
	struct storage_decision decision;

	return !strcmp(t->decision, kept_by_choice(plan->plan))
		|| (!plan->options.store && !plan->options.place && tuned_decision(t, &decision));
}

/* Whether an entry is for the plan's stencil and does not contradict its options. */
static bool
is_for(const struct stencil_plan *plan, const struct tuned *t, const char *text)
{
	const struct plan_options *o = &plan->options;

	for (int i = 0; i < TUNABLE_COUNT; i++)
		if (o->tunables[i] && o->tunables[i] != t->tunables[i])
			return false;
	/* An execution has as many steps as the caller says. */
	if (o->tunables[TUNABLE_steps_per_launch] != t->tunables[TUNABLE_steps_per_launch])
		return false;
	return !strcmp(t->stencil, plan->stencil->name) && !strcmp(t->text, text) && !strcmp(t->fields, "soa")
		&& may_keep(plan, t)
		&& !strcmp(t->precision, precision_name(plan->stencil, plan_precision(o))) && agrees(o->storage, t->storage)
		&& agrees(o->access, t->access) && (agrees(o->order, t->order) || !strcmp(t->order, "-"))
		&& agrees(o->block, t->block);
}

/* How far apart two sizes are: a factor of two along one axis counts the same for all. */
static double
distance(const int *size, const char *text)
{
	int other[3];
	double sum = 0;

	if (sscanf(text, "%9dx%9dx%9d", &other[0], &other[1], &other[2]) != 3)
		return INFINITY;
	for (int a = 0; a < 3; a++)
		sum += fabs(log((double)size[a]/other[a]));
	return sum;
}

static const struct tuned *
nearest(const struct stencil_plan *plan, const char *text,
	bool (*fits)(const struct stencil_plan *plan, const struct variant *variant))
{
	const struct tuned *found = NULL;
	double least = INFINITY;

	for (const struct wisdom *w = wisdoms; w; w = w->next) {
		if (strcmp(tuning_fact(&w->tuning, "backend"), backend_names[plan->backend.kind]))
			continue;
		for (const struct tuned *t = w->tuning.best; t; t = t->next) {
			const double far = distance(plan->shape.size, t->size);
			struct variant variant;

			if (!is_for(plan, t, text)
					|| !tuned_variant(plan->stencil, t, plan->backend.target, &variant)
					|| !fits(plan, &variant))
				continue;
			if (far < least || (far == least && found && atof(t->median) < atof(found->median))) {
				found = t;
				least = far;
			}
		}
	}
	return found;
}

static const char *
word_of(const char *entry)
{
	return strcmp(entry, "-") ? entry : "";
}

bool
wisdom_find(struct stencil_plan *plan,
	bool (*fits)(const struct stencil_plan *plan, const struct variant *variant), struct advice *advice)
{
	const char *texts[] = { plan->unit.source.text, NULL };
	const char *text = content_hash(&plan->arena, texts);
	const struct tuned *t;

	memset(advice, 0, sizeof *advice);
	pthread_mutex_lock(&lock);
	t = fits ? nearest(plan, text, fits) : NULL;
	if (t) {
		snprintf(advice->storage, sizeof advice->storage, "%s", word_of(t->storage));
		snprintf(advice->access, sizeof advice->access, "%s", word_of(t->access));
		snprintf(advice->order, sizeof advice->order, "%s", word_of(t->order));
		snprintf(advice->block, sizeof advice->block, "%s", word_of(t->block));
		memcpy(advice->tunables, t->tunables, sizeof advice->tunables);
		advice->keeps = !plan->options.store && !plan->options.place && tuned_decision(t, &advice->decision)
			&& strcmp(t->decision, kept_by_choice(plan->plan)) != 0;
		if (advice->decision.store)
			advice->decision.store = arena_printf(&plan->arena, "%s", advice->decision.store);
	}
	pthread_mutex_unlock(&lock);
	return t;
}
