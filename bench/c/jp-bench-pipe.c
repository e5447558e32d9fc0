/* Requests sent without waiting for answers, by one thread, and the answers counted by another: requests per second.
 * BENCH_AT_ONCE requests go into one write: 1 as plugins do it, many to see how fast the pipe alone could be. */
#include "plugin.h"
#include <pthread.h>

#define SIZE (sizeof READ_CONFIG - 1)

static char batch[BUFFER];
static size_t at_once;

static void *send_requests(void *count) {
    for (size_t left = *(size_t *)count; left > 0;) {
        size_t now = left < at_once ? left : at_once;
        write_all(1, batch, now * SIZE);
        left -= now;
    }
    return NULL;
}

static size_t count_lines(const char *bytes, size_t length) {
    size_t lines = 0;
    const char *end = bytes + length;
    while ((bytes = memchr(bytes, '\n', (size_t)(end - bytes)))) {
        lines++;
        bytes++;
    }
    return lines;
}

static double requests_per_second(size_t count) {
    pthread_t sender;
    size_t answered = 0;
    int64_t start = now_ns();
    if (pthread_create(&sender, NULL, send_requests, &count)) give_up("thread", "cannot be made");
    while (answered < count) {
        ssize_t got = read(0, in_bytes, BUFFER);
        if (got == 0) give_up("the host closed the pipe", "in the middle of the run");
        if (got < 0 && errno != EINTR) give_up("read", strerror(errno));
        if (got > 0) answered += count_lines(in_bytes, (size_t)got);
    }
    int64_t end = now_ns();
    pthread_join(sender, NULL);
    return (double)count * 1e9 / (double)(end - start);
}

int main(void) {
    char head[HEAD];
    size_t warm_up = (size_t)setting_number("BENCH_WARM_UP"), count = (size_t)setting_number("BENCH_COUNT");
    at_once = (size_t)setting_number("BENCH_AT_ONCE");
    if (at_once < 1 || at_once > BUFFER / SIZE) give_up("BENCH_AT_ONCE", "out of range");
    for (size_t i = 0; i < at_once; i++) memcpy(batch + i * SIZE, READ_CONFIG, SIZE);
    open_session();
    ask(READ_CONFIG, "config", head);
    report("answer", "%s", head);
    requests_per_second(warm_up);
    report("per_second", "%.0f", requests_per_second(count));
    return close_session();
}
