#include "runtime/formats/netcdf.h"

#include "runtime/formats/netcdf_variable.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MISSING = 8 };

/* How the numbers of a variable are meant. */
struct packing {
	bool packed;
	double scale, offset;
	double wrap; /* what is added to negative ones; 0: nothing */
	double missing[MOST_MISSING]; /* as the variable's type holds them */
	int missing_count;
};

/* Reads an attribute of at most `most` numbers; returns how many there are, 0 for text or none. */
static int
read_attribute(const struct netcdf_variable *v, const char *name, double *numbers, int most)
{
	nc_type type;
	size_t length;

	if (v->nc.inq_att(v->group, v->id, name, &type, &length) || type == NC_CHAR || type == NC_STRING
			|| length > (size_t)most || v->nc.get_att_double(v->group, v->id, name, numbers))
		return 0;
	return (int)length;
}

/* What tells unsigned numbers from the signed ones as which a classic file holds them. */
static double
find_wrap(const struct netcdf_variable *v)
{
	static const double wraps[] = { [NC_BYTE] = 0x1p8, [NC_SHORT] = 0x1p16, [NC_INT] = 0x1p32 };
	char text[8] = "";
	nc_type type;
	size_t length;

	if ((v->type != NC_BYTE && v->type != NC_SHORT && v->type != NC_INT)
			|| v->nc.inq_att(v->group, v->id, "_Unsigned", &type, &length) || type != NC_CHAR
			|| length >= sizeof text || v->nc.get_att_text(v->group, v->id, "_Unsigned", text))
		return 0;
	return strcmp(text, "true") ? 0 : wraps[v->type];
}

static double
unwrapped(const struct packing *packing, double number)
{
	return number < 0 ? number + packing->wrap : number;
}

/* The number that a fill value of the variable's type is. */
static double
fill_number(nc_type type, const void *value)
{
	switch (type) {
	case NC_BYTE: return *(const signed char *)value;
	case NC_UBYTE: return *(const unsigned char *)value;
	case NC_SHORT: return *(const short *)value;
	case NC_USHORT: return *(const unsigned short *)value;
	case NC_INT: return *(const int *)value;
	case NC_UINT: return *(const unsigned *)value;
	case NC_INT64: return (double)*(const long long *)value;
	case NC_UINT64: return (double)*(const unsigned long long *)value;
	case NC_FLOAT: return *(const float *)value;
	default: return *(const double *)value;
	}
}

/* Bytes have no fill value but the one that they say; what never was written holds that of the
 * type. */
static void
read_packing(const struct netcdf_variable *v, struct packing *packing)
{
	const bool byte = v->type == NC_BYTE || v->type == NC_UBYTE;
	double value[2];
	int none = 0, count;

	*packing = (struct packing){ .scale = 1 };
	packing->packed = read_attribute(v, "scale_factor", &packing->scale, 1) > 0;
	packing->packed |= read_attribute(v, "add_offset", &packing->offset, 1) > 0;
	count = read_attribute(v, "missing_value", packing->missing, MOST_MISSING - 1);
	if ((!byte || read_attribute(v, "_FillValue", value, 1)) && !v->nc.inq_var_fill(v->group, v->id, &none, value))
		packing->missing[count++] = fill_number(v->type, value);
	packing->wrap = find_wrap(v);
	for (int i = 0; i < count; i++)
		packing->missing[i] = v->type == NC_FLOAT ? (float)packing->missing[i]
			: unwrapped(packing, packing->missing[i]);
	packing->missing_count = count;
}

/* The bytes of an element that becomes one of the array as it is; 0: numbers are to be converted. */
static int
native_element(const struct netcdf_variable *v, const struct packing *packing)
{
	if (packing->packed || (v->type != NC_FLOAT && v->type != NC_DOUBLE))
		return 0;
	return v->type == NC_FLOAT ? sizeof (float) : sizeof (double);
}

static bool
is_missing(const struct packing *packing, double number)
{
	for (int i = 0; i < packing->missing_count; i++)
		if (number == packing->missing[i])
			return true;
	return false;
}

/* What a number means; NaN if it is missing. */
static double
unpacked(const struct packing *packing, double raw, struct array *array)
{
	const bool missing = is_missing(packing, raw);

	array->missing += missing;
	return missing ? (double)NAN : packing->packed ? raw*packing->scale + packing->offset : raw;
}

/* Fills the array with what the numbers mean. They may lie in its own memory. */
static void
unpack(const struct packing *packing, const void *numbers, bool narrow, struct array *array)
{
	const size_t count = array_elements(array);

	for (size_t i = 0; i < count; i++) {
		const double number = unpacked(packing, narrow ? (double)((const float *)numbers)[i]
			: unwrapped(packing, ((const double *)numbers)[i]), array);

		array_set_number(array, i, number);
	}
}

enum { NUMBER_TEXT = 32 };

static const char *
number_text(double number, char text[NUMBER_TEXT])
{
	snprintf(text, NUMBER_TEXT, "%.9g", number);
	return text;
}

/* The same for an array of ints or bools. False, with an error, if a number is none. */
static bool
unpack_whole(const struct packing *packing, const double *numbers, const char *place, struct array *array, struct error *error)
{
	const size_t count = array_elements(array);

	for (size_t i = 0; i < count; i++) {
		const double number = unpacked(packing, unwrapped(packing, numbers[i]), array);
		const bool fits = array->element == 1 ? !isnan(number)
			: number == floor(number) && fabs(number) <= INT32_MAX;

		if (!fits)
			return error_set(error, EXIT_IO, "%s: %s cannot be %s", place, array->element == 1 ? "a bool" : "an int",
				array->missing ? "missing" : number_text(number, (char[NUMBER_TEXT]){ 0 }));
		if (array->element == 1)
			((unsigned char *)array->data)[i] = number != 0;
		else
			((int32_t *)array->data)[i] = (int32_t)number;
	}
	return true;
}

/* Sets the shape; returns false if it does not fit memory. */
static bool
set_shape(const struct netcdf_variable *v, int element, struct array *array)
{
	size_t bytes = sizeof (double);

	/* A single number is an array of one. */
	array->ndim = v->ndim ? v->ndim : 1;
	array->shape[0] = 1;
	array->element = element;
	for (int i = 0; i < v->ndim; i++) {
		const size_t length = v->count[v->kept[i]];

		if (length > PTRDIFF_MAX/bytes)
			return false;
		bytes *= length;
		array->shape[i] = (long long)length;
	}
	return true;
}

static bool
read_part(const struct netcdf_variable *v, const struct place *place, int element, bool whole,
	struct array *array, struct error *error)
{
	struct packing packing;
	void *numbers;
	bool fits = true;
	int native, status;

	read_packing(v, &packing);
	native = whole ? 0 : native_element(v, &packing);
	array->whole = whole;
	if (!set_shape(v, native ? native : element, array))
		return error_set(error, EXIT_IO, "%s: its shape is too large for memory", place->text);
	array->data = malloc(array_bytes(array));
	numbers = native ? array->data : malloc(array_elements(array)*sizeof (double));
	if (!array->data || !numbers) {
		if (numbers != array->data)
			free(numbers);
		return error_set(error, EXIT_IO, "%s: out of memory: the array needs %zu bytes", place->text, array_bytes(array));
	}
	status = native == sizeof (float)
		? v->nc.get_vara_float(v->group, v->id, v->start, v->count, numbers)
		: v->nc.get_vara_double(v->group, v->id, v->start, v->count, numbers);
	if (!status && whole)
		fits = unpack_whole(&packing, numbers, place->text, array, error);
	else if (!status)
		unpack(&packing, numbers, native == sizeof (float), array);
	if (numbers != array->data)
		free(numbers);
	return fits && netcdf_result(&v->nc, status, place->text, "read", error);
}

bool
netcdf_peek(const struct place *place, int *element, struct error *error)
{
	struct netcdf_variable v;
	struct packing packing;

	if (!netcdf_variable_open(&v, place, error))
		return false;
	read_packing(&v, &packing);
	*element = native_element(&v, &packing);
	netcdf_variable_close(&v);
	return true;
}

bool
netcdf_read(const struct place *place, int element, bool whole, struct array *array, struct error *error)
{
	struct netcdf_variable v;
	bool good;

	memset(array, 0, sizeof *array);
	if (!netcdf_variable_open(&v, place, error))
		return false;
	good = read_part(&v, place, element, whole, array, error);
	netcdf_variable_close(&v);
	if (!good)
		array_free(array);
	return good;
}
