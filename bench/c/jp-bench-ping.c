/* One request at a time: the latency of each `read_config`. */
#include "plugin.h"

int main(void) {
    long warm_up = setting_number("BENCH_WARM_UP"), count = setting_number("BENCH_COUNT");
    long blocks = setting_number("BENCH_BLOCKS");
    /* Between two requests, where they are to come one by one to whoever sleeps. */
    struct timespec pause = {0, getenv("BENCH_PAUSE_US") ? setting_number("BENCH_PAUSE_US") * 1000 : 0};
    int64_t *taken = malloc(sizeof *taken * (size_t)count);
    char head[HEAD];
    size_t size = 0;
    open_session();
    for (long i = 0; i < warm_up; i++) size = ask(READ_CONFIG, "config", head);
    report("answer", "%s", head);
    report("answer_bytes", "%zu", size);
    for (long block = 0; block < blocks; block++) {
        for (long i = 0; i < count; i++) {
            if (pause.tv_nsec) nanosleep(&pause, NULL);
            int64_t start = now_ns();
            write_all(1, READ_CONFIG, sizeof READ_CONFIG - 1);
            take_line(head);
            taken[i] = now_ns() - start;
        }
        qsort(taken, (size_t)count, sizeof *taken, by_size);
        report("median_ns", "%ld", (long)taken[count / 2]);
        report("p90_ns", "%ld", (long)taken[count * 9 / 10]);
        report("p99_ns", "%ld", (long)taken[count * 99 / 100]);
    }
    return close_session();
}
