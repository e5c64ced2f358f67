#ifndef SPACE_H
#define SPACE_H

#include <stdbool.h>

/* A sphere, whose points are held as vectors of length 1, or a plane, which may repeat itself. */
struct space {
	bool sphere, periodic;
	double radius;
	double periods[2][2];
};

struct point {
	double x, y, z;
};

struct point point_minus(struct point a, struct point b);
struct point point_cross(struct point a, struct point b);
double point_dot(struct point a, struct point b);

/* (b + c)/2 and so on: a mean, on a sphere moved onto it. Points of a plane are given near each other. */
struct point space_mean(const struct space *space, const struct point *points, int count);

/* The image of a point that is nearest to another. */
struct point space_near(const struct space *space, struct point point, struct point to);

double space_distance(const struct space *space, struct point a, struct point b);

/* Of a triangle: positive if it runs counter-clockwise. */
double space_area(const struct space *space, struct point a, struct point b, struct point c);

struct point space_circumcentre(const struct space *space, struct point a, struct point b, struct point c);

#endif
