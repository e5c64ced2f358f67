#ifndef PLANE_COMPARE_H
#define PLANE_COMPARE_H

#include "generator/base/error.h"
#include "runtime/problem/plane_device.h"
#include "runtime/problem/verdict.h"

/* Compares the outs and inouts of a struct plane_device with the problem's expected ones, padding
 * included: bit for bit (a NaN equals any NaN), or within the bounds if the problem has them. Returns false with an error if memory is
 * short or the device fails. */
bool plane_compare(const struct device_binding *binding, struct verdict *verdict, struct error *error);

/* Copies a field of it into an array in C order. */
bool plane_fetch(const struct device_binding *binding, const struct field *field, void *array, struct error *error);

#endif
