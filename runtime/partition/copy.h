#ifndef COPY_H
#define COPY_H

#include "runtime/partition/partition.h"

/* Copies between arrays of subdomains and those of the whole domain. */

/* Elements that follow one another in both arrays. */
struct run {
	size_t own, whole, count;
};
struct runs {
	struct run *items;
	size_t count;
	size_t own, whole; /* elements of a level in either array */
};

/* Allocates a subdomain's arrays and copies what it has of the whole domain. False with an error. */
bool subdomain_fill(const struct partition *p, struct subdomain *s, struct error *error);

/* Copies what a subdomain has of one field of the whole domain. */
void subdomain_copy(const struct partition *p, const struct subdomain *s, const struct field *field);

/* Copies a field of the whole domain, which no step changes, to the devices again. Its array must have all elements. False with an error. */
bool partition_store(const struct partition *p, const struct field *field, struct error *error);

/* Copies a field from the devices into the whole domain's array; of several processes the first has it then. False with an error. */
bool partition_fetch(const struct partition *p, const struct field *field, struct error *error);

/* The same without messages: each process has what its subdomain owns. */
bool partition_fetch_own(const struct partition *p, const struct field *field, struct error *error);

/* Compares the results of this process with what is expected. */
bool partition_compare(const struct partition *p, struct verdict *verdict, struct error *error);

/* Once they were compared: copies what subdomains of several processes expect into an array of the first one. False with an error. */
bool partition_fetch_expected(const struct partition *p, const struct field *field, void *whole, struct error *error);

#endif
