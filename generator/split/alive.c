#include "generator/split/split.h"

static void
copy_temps(struct clone *c, const struct stencil *stencil)
{
	struct temp **last = &c->whole->temps;

	c->whole->temps = NULL;
	c->whole->temp_count = 0;
	for (const struct temp *t = stencil->temps; t; t = t->next) {
		struct temp *own;

		if (!c->wanted[t->index])
			continue;
		own = arena_new(c->split->arena, struct temp);
		*own = *t;
		own->index = c->whole->temp_count++;
		own->prior = t->prior ? c->temps[t->prior->index] : NULL;
		own->next = NULL;
		*last = own;
		last = &own->next;
		c->temps[t->index] = own;
	}
}

static void
copy_statements(struct clone *c, const struct stencil *stencil)
{
	struct stmt **last = &c->whole->statements;

	c->whole->statements = NULL;
	for (const struct stmt *s = stencil->statements; s; s = s->next) {
		struct stmt own = *s;

		own.next = NULL;
		*last = clone_list(c, &own, true);
		for (const struct temp *t = stencil->temps; t; t = t->next)
			if (t->stmt == s && c->wanted[t->index])
				c->temps[t->index]->stmt = *last;
		if (*last)
			last = &(*last)->next;
	}
}

static void
share_declarations(struct clone *c, const struct stencil *stencil)
{
	for (struct field *f = stencil->fields; f; f = f->next)
		c->fields[f->index] = f;
	for (struct param *p = stencil->params; p; p = p->next)
		c->params[p->index] = p;
}

struct clone
split_clone_alive(struct arena *arena, const struct source *source, const struct stencil *stencil)
{
	struct split *split = arena_new(arena, struct split);
	struct clone c = {
		.split = split, .whole = arena_new(arena, struct stencil),
		.fields = arena_array(arena, struct field *, stencil->field_count + 1),
		.kept_fields = arena_array(arena, struct field *, stencil->temp_count + 1),
		.params = arena_array(arena, struct param *, stencil->param_count + 1),
		.temps = arena_array(arena, struct temp *, stencil->temp_count + 1),
	};

	*split = (struct split){ .arena = arena, .source = source, .stencil = stencil };
	split_open(split);
	c.wanted = split_live(split);
	*c.whole = *stencil;
	share_declarations(&c, stencil);
	copy_temps(&c, stencil);
	copy_statements(&c, stencil);
	return c;
}
