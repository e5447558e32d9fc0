/* What the benchmark's C programs share: lines over pipes, the clock, the report file.
 *
 * Figures go to the file $BENCH_REPORT as `key value` lines, not over the protocol: so the same binary reports under
 * `jp` and under the bare host, which parses nothing. */
#ifndef BENCH_PLUGIN_H
#define BENCH_PLUGIN_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BUFFER 65536
#define HEAD 512

static const char READ_CONFIG[] = "{\"type\":\"read_config\",\"path\":\"assistant.name\"}\n";

static inline int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

__attribute__((format(printf, 2, 3))) static inline void report(const char *key, const char *format, ...) {
    const char *path = getenv("BENCH_REPORT");
    FILE *file = path ? fopen(path, "a") : stderr;
    if (!file) return;
    va_list values;
    va_start(values, format);
    fprintf(file, "%s ", key);
    vfprintf(file, format, values);
    fputc('\n', file);
    va_end(values);
    if (path) fclose(file);
}

__attribute__((noreturn)) static inline void give_up(const char *what, const char *detail) {
    report("error", "%s: %s", what, detail);
    exit(1);
}

static inline void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) give_up("write", strerror(errno));
        bytes += written;
        length -= (size_t)written;
    }
}

static inline void say(const char *line) { write_all(1, line, strlen(line)); }

static char in_bytes[BUFFER];
static size_t in_from, in_to;

/* Takes one line from stdin, however long: its first bytes go to `head`, the rest is only counted. */
static inline size_t take_line(char head[HEAD]) {
    size_t total = 0, kept = 0;
    for (;;) {
        if (in_from == in_to) {
            ssize_t got = read(0, in_bytes, BUFFER);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) give_up("read", strerror(errno));
            if (got == 0) give_up("the host closed the pipe", total ? "in the middle of a line" : "no answer");
            in_from = 0;
            in_to = (size_t)got;
        }
        char *start = in_bytes + in_from;
        char *end = memchr(start, '\n', in_to - in_from);
        size_t length = end ? (size_t)(end - start) + 1 : in_to - in_from;
        if (kept < HEAD - 1) {
            size_t copied = length < HEAD - 1 - kept ? length : HEAD - 1 - kept;
            memcpy(head + kept, start, copied);
            kept += copied;
        }
        total += length;
        in_from += length;
        if (end) {
            head[kept] = 0;
            if (total == kept) head[kept - 1] = 0;
            return total;
        }
    }
}

static inline void expect(const char *head, const char *type) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"type\":\"%s\"", type);
    if (!strstr(head, wanted)) give_up("unexpected answer", head);
}

/* One request, one answer of the expected type; returns the size of the answer. */
static inline size_t ask(const char *line, const char *type, char head[HEAD]) {
    say(line);
    size_t size = take_line(head);
    expect(head, type);
    return size;
}

static inline void open_session(void) {
    char head[HEAD];
    take_line(head);
    expect(head, "init");
    say("{\"type\":\"ready\"}\n");
}

static inline int close_session(void) {
    say("{\"type\":\"exit\",\"code\":0}\n");
    return 0;
}

static inline const char *setting(const char *name) {
    const char *value = getenv(name);
    if (!value || !*value) give_up("not set", name);
    return value;
}

static inline long setting_number(const char *name) { return atol(setting(name)); }

static inline int by_size(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* Repeats the `Name: value` lines of /proc/<host>/<file> into the report as `<prefix><Name> value`; one of them, or all
 * when `only` is null. The host's pid comes from the stopwatch: `jp` stays the process that it started. */
static inline void report_host(const char *file, const char *only, const char *prefix) {
    char path[64], line[256], key[300], value[128];
    snprintf(path, sizeof path, "/proc/%s/%s", setting("BENCH_HOST_PID"), file);
    FILE *input = fopen(path, "r");
    if (!input) give_up(path, strerror(errno));
    while (fgets(line, sizeof line, input)) {
        char *colon = strchr(line, ':');
        if (!colon || sscanf(colon + 1, " %127s", value) != 1) continue;
        *colon = 0;
        if (only && strcmp(only, line)) continue;
        snprintf(key, sizeof key, "%s%s", prefix, line);
        report(key, "%s", value);
    }
    fclose(input);
}

#endif
