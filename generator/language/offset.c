#include "generator/language/offset.h"

#include <stdlib.h>

int
offset_compare(struct offset a, struct offset b)
{
	const int near = abs(a.x) + abs(a.y), far = abs(b.x) + abs(b.y);

	if (near != far)
		return near - far;
	if (a.y != b.y)
		return a.y - b.y;
	return a.x != b.x ? a.x - b.x : a.z - b.z;
}

bool
offset_equal(struct offset a, struct offset b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

struct offset
offset_add(struct offset a, struct offset b)
{
	return (struct offset){ a.x + b.x, a.y + b.y, a.z + b.z };
}

struct offset
column_before(struct offset at)
{
	if (at.x)
		at.x -= at.x < 0 ? -1 : 1;
	else if (at.y)
		at.y -= at.y < 0 ? -1 : 1;
	return at;
}
