#include "generator/emit/statements.h"

const char *
statement_one_by_one(const struct kernel *kernel, const struct instance *first, int width)
{
	const struct instance **instances;
	int count = 0;

	for (const struct instance *i = first; i && i->stmt == first->stmt; i = i->next)
		count += !i->carried;
	instances = arena_array(kernel->arena, const struct instance *, count + 1);
	count = 0;
	for (const struct instance *i = first; i && i->stmt == first->stmt; i = i->next)
		if (!i->carried)
			instances[count++] = i;
	return instances_text(kernel, instances, count, NULL, width);
}

const char *
variable_of_value(const struct kernel *kernel, const struct site *site, const struct temp *temp,
	struct offset at)
{
	(void)site;
	return plan_value(kernel->plan, temp, at)->variable->name;
}

bool
is_local_of_if(const struct kernel *kernel, const struct instance *instance,
	const struct value *value)
{
	(void)kernel;
	return plan_is_local(instance, value);
}

bool
declares_where_assigned(const struct kernel *kernel, const struct value *value)
{
	(void)kernel;
	(void)value;
	return true;
}
