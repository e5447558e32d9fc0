/* All conversations, asked for again and again: the first time, and the usual one. */
#include "plugin.h"

int main(void) {
    long count = setting_number("BENCH_COUNT");
    int64_t *taken = malloc(sizeof *taken * (size_t)count);
    char head[HEAD];
    open_session();
    for (long i = 0; i < count; i++) {
        int64_t start = now_ns();
        size_t size = ask("{\"type\":\"list_conversations\"}\n", "conversations", head);
        taken[i] = now_ns() - start;
        if (i == 0) report("answer_bytes", "%zu", size);
    }
    report("first_us", "%ld", (long)(taken[0] / 1000));
    if (count > 1) {
        qsort(taken + 1, (size_t)count - 1, sizeof *taken, by_size);
        report("again_us", "%ld", (long)(taken[1 + (count - 1) / 2] / 1000));
    }
    return close_session();
}
