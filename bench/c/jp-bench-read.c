/* Whole conversations through the pipe, counted and not looked at: those that BENCH_CONVERSATION names, with commas
 * between. `jp-bench-read --cat FILE` does the same to `cat`, from its first byte; `jp-bench-read --run PROGRAM WORD…`
 * to another program, from its start to its end. */
#include "plugin.h"
#include <sys/wait.h>

static int count_output(char **words, int from_start) {
    int ends[2];
    if (pipe(ends) < 0) give_up("pipe", strerror(errno));
    int64_t start = now_ns();
    pid_t child = fork();
    if (child < 0) give_up("fork", strerror(errno));
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execvp(words[0], words);
        _exit(127);
    }
    close(ends[1]);
    dup2(ends[0], 0);

    if (!from_start) {
        poll(&(struct pollfd){.fd = 0, .events = POLLIN}, 1, -1);
        start = now_ns();
    }
    size_t total = 0, lines = 0;
    ssize_t got;
    while ((got = read(0, in_bytes, BUFFER)) > 0) {
        if (memchr(in_bytes, '\n', (size_t)got)) lines++;
        total += (size_t)got;
    }
    int64_t end = now_ns();
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0 || lines == 0) give_up(words[0], words[1]);
    report("bytes", "%zu", total);
    report("ns", "%ld", (long)(end - start));
    return 0;
}

int main(int count, char **words) {
    if (count == 3 && !strcmp(words[1], "--cat")) return count_output((char *[]){"cat", words[2], NULL}, 0);
    if (count > 3 && !strcmp(words[1], "--run")) return count_output(words + 2, 1);
    char line[256], head[HEAD];
    char *all = strdup(setting("BENCH_CONVERSATION"));
    size_t total = 0;
    open_session();
    int64_t start = now_ns();
    for (char *each = strtok(all, ","); each; each = strtok(NULL, ",")) {
        snprintf(line, sizeof line, "{\"type\":\"read_events\",\"conversation\":\"%s\"}\n", each);
        total += ask(line, "events", head);
    }
    int64_t end = now_ns();
    report("bytes", "%zu", total);
    report("ns", "%ld", (long)(end - start));
    report_host("status", "Name", "host_");
    report_host("status", "VmHWM", "host_");
    return close_session();
}
