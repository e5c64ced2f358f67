#include "runtime/library/plan_call.h"

#include "generator/base/arena.h"

#include <locale.h>

bool
plan_call(void (*work)(void *context), void *context)
{
	const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t before;
	bool good;

	if (!plain)
		return false;
	before = uselocale(plain);
	good = memory_suffices(work, context);
	uselocale(before);
	freelocale(plain);
	return good;
}
