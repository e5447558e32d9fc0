/* Follows a conversation by BENCH_SUBSCRIPTIONS subscriptions, and says how long what happens in it takes to be here.
 * BENCH_QUERY: it has the model answer, whose pieces say when they left; without, another process appends events that do. */
#include "plugin.h"
#include <dirent.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

static char head[HEAD];

/* The CPU time of the host so far, in ms, its threads' and those of children that it waited for. */
static double host_cpu(void) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%s/stat", setting("BENCH_HOST_PID"));
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) give_up(path, strerror(errno));
    fclose(file);
    long user = 0, system = 0;
    sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
    return (double)(user + system) * 1000 / (double)sysconf(_SC_CLK_TCK);
}

/* How often each of the host's threads has gone to sleep so far, which is how often it was woken. */
static void report_wakes(const char *key) {
    char path[320], line[256], name[64] = "";
    snprintf(path, sizeof path, "/proc/%s/task", setting("BENCH_HOST_PID"));
    DIR *threads = opendir(path);
    if (!threads) give_up(path, strerror(errno));
    for (struct dirent *thread; (thread = readdir(threads));) {
        if (*thread->d_name == '.') continue;
        snprintf(path, sizeof path, "/proc/%s/task/%s/status", setting("BENCH_HOST_PID"), thread->d_name);
        FILE *file = fopen(path, "r");
        if (!file) continue;
        long wakes = 0;
        while (fgets(line, sizeof line, file)) {
            sscanf(line, "Name: %63[^\n]", name);
            sscanf(line, "voluntary_ctxt_switches: %ld", &wakes);
        }
        fclose(file);
        report(key, "%ld %s", wakes, name);
    }
    closedir(threads);
}

/* By the rules of docs/storage.md, as anybody may. */
static void append(const char *conversation, long count, long gap_us) {
    const char *storage = setting("BENCH_STORAGE");
    char lock[512], events[512], line[256];
    snprintf(lock, sizeof lock, "%s/locks/%s.lock", storage, conversation);
    snprintf(events, sizeof events, "%s/conversations/.outrigger/%s/events.jsonl", storage, conversation);
    int held = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600), file = open(events, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (held < 0 || file < 0) give_up(events, strerror(errno));
    for (long i = 0; i < count; i++) {
        struct timespec pause = {gap_us / 1000000, gap_us % 1000000 * 1000};
        nanosleep(&pause, NULL);
        if (flock(held, LOCK_EX) < 0) give_up(lock, strerror(errno));
        int length = snprintf(line, sizeof line, "[{\"type\":\"chat_response\",\"timestamp\":\"2025-07-20T10:30:00Z\",\"message\":\"%ld \"}]\n", (long)now_ns());
        write_all(file, line, (size_t)length);
        flock(held, LOCK_UN);
    }
}

static int64_t *taken;
static long most, seen;

/* The times in a message, one for each piece that it is made of. */
static void note(int64_t now) {
    char *at = strstr(head, "\"message\":\"");
    if (!at) return;
    for (at += 11; *at != '"' && *at && seen < most;) {
        char *end;
        int64_t stamp = strtoll(at, &end, 10);
        if (end == at) end = at + strcspn(at, " \"");
        else if (stamp > 1000000000) taken[seen++] = now - stamp;
        at = *end == ' ' ? end + 1 : end;
    }
}

static void hear(int until_end) {
    int64_t began = 0, from = 0;
    double cpu = 0;
    long warm_up = setting_number("BENCH_WARM_UP_MS") * 1000000L, window = setting_number("BENCH_WINDOW_MS") * 1000000L;
    for (;;) {
        take_line(head);
        int64_t now = now_ns();
        if (strstr(head, "\"type\":\"error\"")) give_up("the host says", head);
        if (strstr(head, "\"sub_id\":\"s0\"")) note(now);
        if (window) {
            if (!began) began = now;
            if (!from && now - began > warm_up) {
                from = now;
                cpu = host_cpu();
                report_host("status", "VmRSS", "before_");
            } else if (from && now - from > window) {
                report("cpu_percent", "%.2f", (host_cpu() - cpu) * 1e8 / (double)(now - from));
                report_host("status", "VmRSS", "after_");
                window = 0;
            }
        }
        if (until_end ? strstr(head, "\"type\":\"query_complete\"") != NULL : seen >= most) return;
    }
}

int main(void) {
    char line[512], conversation[64] = "";
    most = setting_number("BENCH_COUNT");
    taken = malloc(sizeof *taken * (size_t)most);
    open_session();
    ask("{\"type\":\"create_conversation\"}\n", "created", head);
    char *at = strstr(head, "\"conversation\":\"");
    if (!at || sscanf(at + 16, "%63[0-9]", conversation) != 1) give_up("no conversation", head);
    snprintf(line, sizeof line, "{\"type\":\"unlock\",\"conversation\":\"%s\"}\n", conversation);
    ask(line, "unlocked", head);
    for (long i = 0; i < setting_number("BENCH_SUBSCRIPTIONS"); i++) {
        snprintf(line, sizeof line, "{\"type\":\"subscribe\",\"sub_id\":\"s%ld\",\"conversation\":\"%s\"}\n", i, conversation);
        ask(line, "subscribed", head);
    }
    if (setting_number("BENCH_QUERY")) {
        snprintf(line, sizeof line, "{\"type\":\"query\",\"conversation\":\"%s\",\"content\":\"go\"}\n", conversation);
        say(line);
        hear(1);
    } else {
        pid_t writer = fork();
        if (writer == 0) {
            append(conversation, most, setting_number("BENCH_GAP_US"));
            _exit(0);
        }
        hear(0);
        waitpid(writer, NULL, 0);
        /* What follows the last event is over soon; then nothing happens. */
        struct timespec pause = {2, 0};
        nanosleep(&pause, NULL);
        report_wakes("wakes_before");
        pause.tv_sec = setting_number("BENCH_IDLE_SECONDS");
        nanosleep(&pause, NULL);
        report_wakes("wakes_after");
    }
    if (!seen) give_up("no piece", "came with a time");
    qsort(taken, (size_t)seen, sizeof *taken, by_size);
    report("seen", "%ld", seen);
    report("median_ns", "%ld", (long)taken[seen / 2]);
    report("p99_ns", "%ld", (long)taken[seen * 99 / 100]);
    return close_session();
}
