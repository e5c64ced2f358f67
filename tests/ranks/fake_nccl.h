#ifndef FAKE_NCCL_H
#define FAKE_NCCL_H

/* What both libraries in NCCL's place take to start. */

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

enum { WRONG_USAGE = 5 };

struct unique_id {
    char bytes[128];
};

/* ncclConfig_t of 2.17. */
struct config {
    size_t size;
    unsigned magic, version;
    int blocking, cluster, least, most;
    const char *network;
};

static int
number_or(const char *variable, int usual)
{
    const char *text = getenv(variable);

    return text && *text ? atoi(text) : usual;
}

static int
version_of_fake(void)
{
    return number_or("FAKE_NCCL_VERSION", 22809);
}

/* Begun as NCCL's own initializer does, with nothing set but the number of blocks that is wanted. */
static int
config_is_good(const struct config *c)
{
    return c->size >= sizeof *c && c->magic == 0xcafebeef && c->version >= 21700 && c->blocking == INT_MIN && c->cluster == INT_MIN
        && c->least == INT_MIN && c->most == number_or("FAKE_NCCL_BLOCKS", 16) && !c->network;
}

#endif
