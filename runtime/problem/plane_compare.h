#ifndef PLANE_COMPARE_H
#define PLANE_COMPARE_H

#include "generator/base/error.h"
#include "runtime/problem/plane_device.h"
#include "runtime/problem/verdict.h"

/* Compares the outs and inouts of a struct plane_device with the problem's expected ones, padding
 * included: bit for bit (a NaN equals any NaN), or within the bounds if the problem has them. Results equal
 * to those of a run that was right are not downloaded again. Returns false with an error if memory is
 * short or the device fails. */
bool plane_compare(void *device, struct verdict *verdict, struct error *error);

#endif
