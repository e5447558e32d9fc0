/* A whole conversation through the pipe, counted and not looked at; `jp-bench-read --cat FILE` does the same to `cat`. */
#include "plugin.h"
#include <sys/wait.h>

static int count_cat(const char *file) {
    int ends[2];
    if (pipe(ends) < 0) give_up("pipe", strerror(errno));
    pid_t child = fork();
    if (child < 0) give_up("fork", strerror(errno));
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execlp("cat", "cat", file, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    dup2(ends[0], 0);

    /* From its first byte, so that starting cat is not held against it. */
    poll(&(struct pollfd){.fd = 0, .events = POLLIN}, 1, -1);
    int64_t start = now_ns();
    size_t total = 0, lines = 0;
    ssize_t got;
    while ((got = read(0, in_bytes, BUFFER)) > 0) {
        if (memchr(in_bytes, '\n', (size_t)got)) lines++;
        total += (size_t)got;
    }
    int64_t end = now_ns();
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0 || lines == 0) give_up("cat", file);
    report("bytes", "%zu", total);
    report("ns", "%ld", (long)(end - start));
    return 0;
}

int main(int count, char **words) {
    if (count == 3 && !strcmp(words[1], "--cat")) return count_cat(words[2]);
    char line[256], head[HEAD];
    snprintf(
        line, sizeof line, "{\"type\":\"read_events\",\"conversation\":\"%s\"}\n", setting("BENCH_CONVERSATION"));
    open_session();
    int64_t start = now_ns();
    size_t total = ask(line, "events", head);
    int64_t end = now_ns();
    report("bytes", "%zu", total);
    report("ns", "%ld", (long)(end - start));
    report_host("status", "Name", "host_");
    report_host("status", "VmHWM", "host_");
    return close_session();
}
