#include "runtime/formats/netcdf_record.h"

#include <stdint.h>
#include <string.h>

enum { TAG_DIMENSION = 10, TAG_VARIABLE = 11, TAG_ATTRIBUTE = 12, MOST_ITEMS = 10000, NAME = 256 };
static const long long most_bytes = 1LL << 60;

/* A header that is read; after the first mistake all numbers are 0. */
struct header {
	struct arena *arena;
	const unsigned char *bytes;
	size_t size, at;
	int number, offset; /* bytes of numbers that are not negative, and of offsets */
	bool bad;
};

struct dimensions {
	long long *lengths;
	int count, unlimited;
};

static long long
read_bytes(struct header *h, int width)
{
	unsigned long long value = 0;

	if (h->bad || h->size - h->at < (size_t)width) {
		h->bad = true;
		return 0;
	}
	for (int i = 0; i < width; i++)
		value = value << 8 | h->bytes[h->at++];
	if (value > (unsigned long long)most_bytes)
		h->bad = true;
	return h->bad ? 0 : (long long)value;
}

static void
skip(struct header *h, long long bytes)
{
	bytes = (bytes + 3)/4*4;
	if (h->bad || (unsigned long long)bytes > h->size - h->at)
		h->bad = true;
	else
		h->at += (size_t)bytes;
}

static const char *
read_name(struct header *h)
{
	const long long length = read_bytes(h, h->number);
	const char *name = (const char *)h->bytes + h->at;

	skip(h, length);
	h->bad |= length > NAME;
	return h->bad ? "" : arena_strndup(h->arena, name, (size_t)length);
}

static int
type_size(long long type)
{
	static const int sizes[] = { 0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8 };

	return type > 0 && type < (long long)(sizeof sizes/sizeof *sizes) ? sizes[type] : 0;
}

int
netcdf_type(const struct array *array)
{
	if (array->whole)
		return array->element == 1 ? NETCDF_BYTE : array->element == 4 ? NETCDF_INT : NETCDF_INT64;
	return array->element == sizeof (float) ? NETCDF_FLOAT : NETCDF_DOUBLE;
}

/* The number of items of a list. */
static int
read_list(struct header *h, int tag)
{
	const long long found = read_bytes(h, 4), count = read_bytes(h, h->number);

	h->bad |= (found || count) && (found != tag || count > MOST_ITEMS);
	return h->bad ? 0 : (int)count;
}

static void
skip_attributes(struct header *h)
{
	for (int left = read_list(h, TAG_ATTRIBUTE); left && !h->bad; left--) {
		int size;

		read_name(h);
		size = type_size(read_bytes(h, 4));
		h->bad |= !size;
		skip(h, read_bytes(h, h->number)*size);
	}
}

static struct dimensions
read_dimensions(struct header *h)
{
	struct dimensions dimensions = { .count = read_list(h, TAG_DIMENSION), .unlimited = -1 };

	dimensions.lengths = arena_array(h->arena, long long, dimensions.count + 1);
	for (int d = 0; d < dimensions.count; d++) {
		read_name(h);
		dimensions.lengths[d] = read_bytes(h, h->number);
		if (!dimensions.lengths[d])
			dimensions.unlimited = d;
	}
	return dimensions;
}

/* Reads a variable; its place is that in the file. Returns whether it has records. */
static bool
read_variable(struct header *h, const struct dimensions *dimensions, struct netcdf_record_variable *v)
{
	const char *name = read_name(h);
	const long long ndim = read_bytes(h, h->number);
	bool is_record = false;
	long long type;

	*v = (struct netcdf_record_variable){ .name = name, .size = 1 };
	h->bad |= ndim > MOST_ITEMS;
	for (int d = 0; d < ndim && !h->bad; d++) {
		const long long id = read_bytes(h, h->number);
		const long long length = id < dimensions->count ? dimensions->lengths[id] : 0;

		h->bad |= id >= dimensions->count;
		if (!d && id == dimensions->unlimited) {
			is_record = true;
			continue;
		}
		h->bad |= !length || length > most_bytes/8/v->size;
		if (!h->bad)
			v->size *= length;
		if (v->ndim < 4)
			v->shape[v->ndim] = length;
		v->ndim++;
	}
	skip_attributes(h);
	type = read_bytes(h, 4);
	h->bad |= !type_size(type);
	v->type = (int)type;
	v->size *= type_size(type);
	read_bytes(h, h->number);
	v->at = read_bytes(h, h->offset);
	return is_record;
}

/* Places from the begin of a record on. Variables whose records have padding are none to append to, but those of bytes. */
static bool
find_places(struct netcdf_record *record)
{
	if (!record->variable_count)
		return false;
	record->begin = record->variables[0].at;
	record->size = 0;
	for (int i = 0; i < record->variable_count; i++) {
		struct netcdf_record_variable *v = &record->variables[i];

		v->at -= record->begin;
		if (v->at != record->size || (v->size % 4 && type_size(v->type) > 1))
			return false;
		record->size += (v->size + 3)/4*4;
	}
	return record->size < most_bytes && record->count <= most_bytes/record->size;
}

bool
netcdf_record_read(struct arena *arena, const void *header, size_t size, struct netcdf_record *record)
{
	struct header h = { .arena = arena, .bytes = header, .size = size, .at = 4 };
	struct dimensions dimensions;
	int count;

	*record = (struct netcdf_record){ .count = 0 };
	if (size < 4 || memcmp(header, "CDF", 3) || !strchr("\1\2\5", h.bytes[3]) || !h.bytes[3])
		return false;
	h.number = h.bytes[3] == 5 ? 8 : 4;
	h.offset = h.bytes[3] == 1 ? 4 : 8;
	record->width = h.number;
	record->count = read_bytes(&h, h.number);
	dimensions = read_dimensions(&h);
	skip_attributes(&h);
	count = read_list(&h, TAG_VARIABLE);
	record->variables = arena_array(arena, struct netcdf_record_variable, count + 1);
	for (int i = 0; i < count && !h.bad; i++)
		record->variable_count += read_variable(&h, &dimensions, &record->variables[record->variable_count]);
	return !h.bad && find_places(record) && record->begin >= (long long)h.at;
}

const struct netcdf_record_variable *
netcdf_record_find(const struct netcdf_record *record, const char *name)
{
	for (int i = 0; i < record->variable_count; i++)
		if (!strcmp(record->variables[i].name, name))
			return &record->variables[i];
	return NULL;
}

struct record_count
netcdf_record_count(const struct netcdf_record *record, long long count)
{
	struct record_count bytes = { .at = 4, .size = (size_t)record->width };

	for (int i = record->width - 1; i >= 0; i--, count >>= 8)
		bytes.bytes[i] = (char)(count & 255);
	return bytes;
}

void
netcdf_record_copy(void *to, const void *from, size_t count, int element)
{
	const unsigned char *in = from;
	unsigned char *out = to;

	if (element == 1)
		memcpy(to, from, count);
	/* Places in a record are multiples of 4 bytes. */
	for (size_t i = 0; i < count && element == 4; i++) {
		uint32_t number;

		memcpy(&number, in + 4*i, 4);
		number = __builtin_bswap32(number);
		memcpy(out + 4*i, &number, 4);
	}
	for (size_t i = 0; i < count && element == 8; i++) {
		uint64_t number;

		memcpy(&number, in + 8*i, 8);
		number = __builtin_bswap64(number);
		memcpy(out + 8*i, &number, 8);
	}
}
