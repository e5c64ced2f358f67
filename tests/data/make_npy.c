/* make_npy FILE TYPE SHAPE SEED [FAULT]: writes an .npy file of numbers in
 * (-1,1), as "make_npy a.npy '<f8' 8x20x24 1". The type goes into the header as
 * it is and its last digit is an element's size; ints are from -9 to 9, and bools
 * true where numbers are positive. Faults: fortran, magic, truncated, trailing. And
 * "odd", which is none: here and there NaN, infinity, -0.0 and numbers close to zero; nor is LOW..HIGH, between which
 * the numbers lie then, and bools are true above the middle. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 128, PREAMBLE = 10 };

static const double odd[] = { NAN, INFINITY, -INFINITY, -0.0, 0.0, 4.9e-324, 1e-310, 1e308 };
enum { ODD = sizeof odd/sizeof *odd, ODD_EVERY = 37 };

/* splitmix64 */
static uint64_t
next(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30)*UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27)*UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* Python's tuple of a shape, "(8, 20, 24)" or "(8,)"; count is its product. */
static void
read_shape(const char *text, char *tuple, long *count)
{
	int dimensions = 0;

	*count = 1;
	tuple += sprintf(tuple, "(");
	for (char *end; *text; text = *end ? end + 1 : end) {
		const long size = strtol(text, &end, 10);

		tuple += sprintf(tuple, dimensions++ ? ", %ld" : "%ld", size);
		*count *= size;
	}
	sprintf(tuple, dimensions == 1 ? ",)" : ")");
}

static void
write_header(FILE *file, const char *type, const char *tuple, const char *fault)
{
	char text[256];

	fwrite(strcmp(fault, "magic") ? "\x93NUMPY\1\0\x76\0" : "\x93NUMPX\1\0\x76\0", 1, PREAMBLE, file);
	snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", type,
		strcmp(fault, "fortran") ? "False" : "True", tuple);
	fprintf(file, "%-*s\n", HEADER - PREAMBLE - 1, text);
}

/* Writes a number as one of a kind, f, i or b, of so many bytes. */
static void
write_number(FILE *file, char kind, size_t size, double number)
{
	const float narrow = (float)number;
	const int32_t whole = (int32_t)(10*number);
	const unsigned char truth = number > 0;

	fwrite(kind == 'b' ? (const void *)&truth : kind == 'i' && size == sizeof whole ? (const void *)&whole
		: size == sizeof narrow ? (const void *)&narrow : &number, size, 1, file);
}

int
main(int argc, char **argv)
{
	const char *fault = argc == 6 ? argv[5] : "";
	double low = -1, high = 1;
	char tuple[100];
	uint64_t state;
	long count;
	FILE *file = argc >= 5 ? fopen(argv[1], "wb") : NULL;
	size_t size;

	if (!file || strlen(argv[2]) > 10 || strlen(argv[3]) > 40)
		return EXIT_FAILURE;
	size = (size_t)(argv[2][strlen(argv[2]) - 1] - '0');
	state = strtoul(argv[4], NULL, 10)*1000003;
	read_shape(argv[3], tuple, &count);
	write_header(file, argv[2], tuple, fault);
	if (strstr(fault, "..")) {
		low = strtod(fault, NULL);
		high = strtod(strstr(fault, "..") + 2, NULL);
	}
	if (!strcmp(fault, "truncated"))
		count--;
	if (!strcmp(fault, "trailing"))
		count++;
	for (long i = 0; i < count; i++) {
		const double plain = (double)(next(&state) >> 11)*0x1p-52 - 1 + 0x1p-53;
		const double number = !strcmp(fault, "odd") && i % ODD_EVERY == 5
			? odd[i/ODD_EVERY % ODD] : strstr(fault, "..") ? low + (plain + 1)/2*(high - low) : plain;

		write_number(file, strpbrk(argv[2], "fib") ? *strpbrk(argv[2], "fib") : 'f', size, number);
	}
	return fclose(file) ? EXIT_FAILURE : EXIT_SUCCESS;
}
