/* Loaded before a program: writing at a place in a file fails, as on a full disk. */

#include <errno.h>
#include <sys/types.h>

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at);
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at);

ssize_t
pwrite(int file, const void *bytes, size_t count, off_t at)
{
    (void)file;
    (void)bytes;
    (void)count;
    (void)at;
    errno = ENOSPC;
    return -1;
}

ssize_t
pwrite64(int file, const void *bytes, size_t count, off_t at)
{
    return pwrite(file, bytes, count, at);
}
