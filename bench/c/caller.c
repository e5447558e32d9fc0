/* caller PROGRAM | caller --socket PATH: calls over JSON-RPC, one at a time, and does nothing else. Over two pipes to
 * PROGRAM it is the limit that kaged is held against; over its socket it is kaged's own client.
 *
 * The request is $BENCH_REQUEST, in which `@` stands for the id. */
#include "plugin.h"
#include <sys/socket.h>
#include <sys/un.h>

static void pipes_to(const char *program) {
    int there[2], back[2];
    if (pipe2(there, O_CLOEXEC) < 0 || pipe2(back, O_CLOEXEC) < 0) give_up("pipe", strerror(errno));
    pid_t child = fork();
    if (child < 0) give_up("fork", strerror(errno));
    if (child == 0) {
        dup2(there[0], 0);
        dup2(back[1], 1);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    dup2(back[0], 0);
    dup2(there[1], 1);
    for (int i = 0; i < 2; i++) close(there[i]), close(back[i]);
}

static void socket_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) give_up("socket", "its path is too long");
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) give_up(path, strerror(errno));
    dup2(fd, 0);
    dup2(fd, 1);
}

static void call(const char *before, const char *after, char head[HEAD]) {
    static long id = 0;
    char line[BUFFER];
    int length = snprintf(line, sizeof line, "%s%ld%s\n", before, ++id, after);
    write_all(1, line, (size_t)length);
    take_line(head);
}

int main(int count, char **words) {
    if (count == 3 && !strcmp(words[1], "--socket")) socket_at(words[2]);
    else if (count == 2) pipes_to(words[1]);
    else give_up("usage", "caller PROGRAM | caller --socket PATH");

    char *before = strdup(setting("BENCH_REQUEST")), *after = strchr(before, '@'), head[HEAD];
    if (!after) give_up("BENCH_REQUEST", "no @ for the id in it");
    *after++ = 0;
    long warm_up = setting_number("BENCH_WARM_UP"), calls = setting_number("BENCH_COUNT");
    int64_t *taken = malloc(sizeof *taken * (size_t)calls);
    for (long i = 0; i < warm_up; i++) call(before, after, head);
    if (!strstr(head, "\"result\"")) give_up("no result", head);
    for (long block = setting_number("BENCH_BLOCKS"); block > 0; block--) {
        for (long i = 0; i < calls; i++) {
            int64_t start = now_ns();
            call(before, after, head);
            taken[i] = now_ns() - start;
        }
        qsort(taken, (size_t)calls, sizeof *taken, by_size);
        report("median_ns", "%ld", (long)taken[calls / 2]);
        report("p99_ns", "%ld", (long)taken[calls * 99 / 100]);
    }
    return 0;
}
