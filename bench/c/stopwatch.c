/* stopwatch PROGRAM WORD...: starts it, hands its stdout on, and reports when the first byte came, when it had ended,
 * and what it used. The program finds its own pid in BENCH_HOST_PID. */
#include "plugin.h"
#include <sys/resource.h>
#include <sys/wait.h>

static long micros(struct timeval time) { return (long)time.tv_sec * 1000000 + time.tv_usec; }

int main(int count, char **words) {
    if (count < 2) give_up("usage", "stopwatch PROGRAM WORD...");
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) give_up("pipe", strerror(errno));
    int64_t start = now_ns(), first = 0;
    pid_t child = fork();
    if (child < 0) give_up("fork", strerror(errno));
    if (child == 0) {
        char pid[16];
        snprintf(pid, sizeof pid, "%d", (int)getpid());
        setenv("BENCH_HOST_PID", pid, 1);
        dup2(ends[1], 1);
        execvp(words[1], words + 1);
        give_up(words[1], strerror(errno));
    }
    close(ends[1]);
    ssize_t got;
    while ((got = read(ends[0], in_bytes, BUFFER)) > 0) {
        if (!first) first = now_ns();
        write_all(1, in_bytes, (size_t)got);
    }
    siginfo_t ended;
    if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0) give_up("waitid", strerror(errno));
    int64_t end = now_ns();

    /* A process that ended but was not waited for still has its accounts, its own waited-for children included. */
    char pid[16];
    snprintf(pid, sizeof pid, "%d", (int)child);
    setenv("BENCH_HOST_PID", pid, 1);
    /* Those of a dead one the kernel shows to root alone. */
    if (geteuid() == 0) report_host("io", NULL, "life_");
    struct rusage usage;
    int status = 0;
    wait4(child, &status, 0, &usage);
    if (first) report("first_byte_us", "%ld", (long)((first - start) / 1000));
    report("end_us", "%ld", (long)((end - start) / 1000));
    report("cpu_us", "%ld", micros(usage.ru_utime) + micros(usage.ru_stime));
    report("faults", "%ld", usage.ru_minflt + usage.ru_majflt);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
