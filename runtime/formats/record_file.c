#include "runtime/formats/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 0 or an errno. */
static int
write_at(int file, const void *bytes, size_t size, long long place)
{
	const char *at = bytes;

	while (size) {
		const ssize_t count = pwrite(file, at, size, (off_t)place);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return count ? errno : EIO;
		at += count;
		place += count;
		size -= (size_t)count;
	}
	return 0;
}

static bool
check_regular(const struct record_file *file, bool is_regular, struct error *error)
{
	return is_regular || error_set(error, EXIT_IO, "%s: cannot append records: it is no regular file", file->path);
}

bool
record_file_create(struct record_file *file, const void *header, size_t size, struct error *error)
{
	int reason;

	if (!array_temp_file_open(&file->temp_file, file->path, error))
		return false;
	file->file = dup(file->temp_file.file);
	if (file->file < 0)
		return array_temp_file_result(errno, file->path, error);
	if (!check_regular(file, file->temp_file.temporary, error))
		return false;
	reason = write_at(file->file, header, size, 0);
	if (!reason && (long long)size < file->begin && ftruncate(file->file, (off_t)file->begin))
		reason = errno;
	if (!reason && fdatasync(file->file))
		reason = errno;
	return array_temp_file_result(reason, file->path, error);
}

bool
record_file_open(struct record_file *file, struct error *error)
{
	struct stat status;

	file->file = open(file->path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	return array_temp_file_result(file->file < 0 ? errno : 0, file->path, error)
		&& check_regular(file, !fstat(file->file, &status) && S_ISREG(status.st_mode), error);
}

bool
record_file_append(struct record_file *file, const void *record, const struct record_count *count, struct error *error)
{
	const long long at = file->begin + file->count*file->size;
	int reason = write_at(file->file, record, (size_t)file->size, at);

	if (!reason && fdatasync(file->file))
		reason = errno;
	if (!reason)
		reason = write_at(file->file, count->bytes, count->size, count->at);
	if (!reason)
		file->count++;
	else if (ftruncate(file->file, (off_t)at)) /* what is left after the last record does no harm */
		return array_temp_file_result(reason, file->path, error);
	return array_temp_file_result(reason, file->path, error);
}

bool
record_file_shorten(struct record_file *file, long long records, const struct record_count *count, struct error *error)
{
	int reason = write_at(file->file, count->bytes, count->size, count->at);

	if (!reason && (fdatasync(file->file) || ftruncate(file->file, (off_t)(file->begin + records*file->size))))
		reason = errno;
	file->count = records;
	return array_temp_file_result(reason, file->path, error);
}

bool
record_file_keep(struct record_file *file, struct error *error)
{
	return !file->temp_file.temporary || array_temp_file_keep(&file->temp_file, file->path, error);
}

void
record_file_close(struct record_file *file)
{
	if (file->file >= 0)
		close(file->file);
	file->file = -1;
	temp_file_discard(&file->temp_file);
}
