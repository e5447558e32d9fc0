/* bare-host ANSWER PROGRAM: the least that a host can do. Sends `init`, skips the first line (`ready`), then answers
 * every line with ANSWER without looking at it: all that one read brought, in one write. */
#include "plugin.h"
#include <signal.h>
#include <sys/wait.h>

static const char INIT[] = "{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":\"/\",\"storage\":\"/.jp\","
                           "\"id\":\"bench\"},\"config\":{},\"args\":[],\"log_level\":0}\n";

int main(int count, char **words) {
    if (count != 3) give_up("usage", "bare-host ANSWER PROGRAM");
    int to_plugin[2], from_plugin[2];
    if (pipe2(to_plugin, O_CLOEXEC) < 0 || pipe2(from_plugin, O_CLOEXEC) < 0) give_up("pipe", strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    pid_t child = fork();
    if (child < 0) give_up("fork", strerror(errno));
    if (child == 0) {
        dup2(to_plugin[0], 0);
        dup2(from_plugin[1], 1);
        execl(words[2], words[2], (char *)NULL);
        _exit(127);
    }
    close(to_plugin[0]);
    close(from_plugin[1]);
    write_all(to_plugin[1], INIT, sizeof INIT - 1);

    size_t size = strlen(words[1]) + 1, ready = 0, used = 0;
    char answers[BUFFER];
    ssize_t got;
    if (size > BUFFER) give_up("answer", "too long");
    while ((got = read(from_plugin[0], in_bytes, BUFFER)) > 0) {
        const char *at = in_bytes, *end = in_bytes + got;
        while ((at = memchr(at, '\n', (size_t)(end - at)))) {
            at++;
            if (!ready++) continue;
            if (used + size > BUFFER) {
                write_all(to_plugin[1], answers, used);
                used = 0;
            }
            memcpy(answers + used, words[1], size - 1);
            answers[used + size - 1] = '\n';
            used += size;
        }
        /* The plugin's `exit` gets an answer too, and may be gone by then. */
        if (used && write(to_plugin[1], answers, used) < (ssize_t)used && errno != EPIPE) give_up("write", strerror(errno));
        used = 0;
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
}
