#include "runtime/mesh/space.h"

#include <math.h>

struct point
point_minus(struct point a, struct point b)
{
	return (struct point){ a.x - b.x, a.y - b.y, a.z - b.z };
}

struct point
point_cross(struct point a, struct point b)
{
	return (struct point){ a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x };
}

double
point_dot(struct point a, struct point b)
{
	return a.x*b.x + a.y*b.y + a.z*b.z;
}

static struct point
scaled(struct point a, double factor)
{
	return (struct point){ a.x*factor, a.y*factor, a.z*factor };
}

struct point
space_mean(const struct space *space, const struct point *points, int count)
{
	struct point sum = { 0, 0, 0 };

	for (int i = 0; i < count; i++) {
		sum.x += points[i].x;
		sum.y += points[i].y;
		sum.z += points[i].z;
	}
	return scaled(sum, space->sphere ? 1/sqrt(point_dot(sum, sum)) : 1.0/count);
}

struct point
space_near(const struct space *space, struct point point, struct point to)
{
	const double (*p)[2] = space->periods;
	const double size = p[0][0]*p[1][1] - p[0][1]*p[1][0];
	const double x = point.x - to.x, y = point.y - to.y;
	double one, two;

	if (!space->periodic || space->sphere)
		return point;
	one = round((x*p[1][1] - y*p[1][0])/size);
	two = round((y*p[0][0] - x*p[0][1])/size);
	point.x -= one*p[0][0] + two*p[1][0];
	point.y -= one*p[0][1] + two*p[1][1];
	return point;
}

double
space_distance(const struct space *space, struct point a, struct point b)
{
	const struct point cross = point_cross(a, b), step = point_minus(space_near(space, b, a), a);

	return space->sphere ? space->radius*atan2(sqrt(point_dot(cross, cross)), point_dot(a, b))
		: sqrt(point_dot(step, step));
}

double
space_area(const struct space *space, struct point a, struct point b, struct point c)
{
	if (space->sphere)
		return space->radius*space->radius*2*atan2(point_dot(a, point_cross(b, c)),
			1 + point_dot(a, b) + point_dot(b, c) + point_dot(c, a));
	b = point_minus(space_near(space, b, a), a);
	c = point_minus(space_near(space, c, a), a);
	return 0.5*(b.x*c.y - b.y*c.x);
}

struct point
space_circumcentre(const struct space *space, struct point a, struct point b, struct point c)
{
	const struct point ab = point_minus(space_near(space, b, a), a), ac = point_minus(space_near(space, c, a), a);
	const struct point normal = point_cross(ab, ac);

	if (space->sphere)
		return scaled(normal, (point_dot(normal, a) < 0 ? -1 : 1)/sqrt(point_dot(normal, normal)));
	return (struct point){
		a.x + 0.5*(ac.y*point_dot(ab, ab) - ab.y*point_dot(ac, ac))/normal.z,
		a.y + 0.5*(ab.x*point_dot(ac, ac) - ac.x*point_dot(ab, ab))/normal.z, a.z };
}
