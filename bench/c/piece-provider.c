/* piece-provider PORT_FILE: a model server that speaks Ollama's form. Each answer is BENCH_WARM_UP pieces at once, and then BENCH_COUNT more, BENCH_BURST of
 * them every BENCH_GAP_US; of these each says at what time (CLOCK_MONOTONIC, ns) it left. */
#include "plugin.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static int client;

static void chunk(const char *line) {
    char text[4096];
    int length = snprintf(text, sizeof text, "%zx\r\n%s\r\n", strlen(line), line);
    write_all(client, text, (size_t)length);
}

/* Pieces of one write. */
static void pieces(long count, int stamped) {
    static char lines[1 << 16];
    size_t at = 0;
    for (long i = 0; i < count; i++) {
        char word[32] = "word ";
        if (stamped) snprintf(word, sizeof word, "%ld ", (long)now_ns());
        at += (size_t)snprintf(lines + at, sizeof lines - at, "{\"message\":{\"content\":\"%s\"},\"done\":false}\n", word);
    }
    char size[32];
    int length = snprintf(size, sizeof size, "%zx\r\n", at);
    /* In one write: what a network gives at once is read at once. */
    memmove(lines + length, lines, at);
    memcpy(lines, size, (size_t)length);
    memcpy(lines + length + at, "\r\n", 2);
    write_all(client, lines, (size_t)length + at + 2);
}

static void answer(void) {
    long burst = setting_number("BENCH_BURST"), gap = setting_number("BENCH_GAP_US") * 1000;
    const char *head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
    write_all(client, head, strlen(head));
    for (long left = setting_number("BENCH_WARM_UP"); left > 0; left -= burst) {
        pieces(burst, 0);
        struct timespec pause = {0, 100000};
        nanosleep(&pause, NULL);
    }
    int64_t next = now_ns() + 100000000;
    for (long left = setting_number("BENCH_COUNT"); left > 0; left -= burst, next += gap) {
        struct timespec until = {next / 1000000000, next % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        pieces(burst, 1);
    }
    chunk("{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":1,\"eval_count\":1}\n");
    write_all(client, "0\r\n\r\n", 5);
}

/* The head of a request and, by its Content-Length, what follows. */
static int request(char *path, size_t most) {
    static char bytes[1 << 20];
    size_t got = 0;
    char *end = NULL;
    while (!end) {
        ssize_t more = read(client, bytes + got, sizeof bytes - 1 - got);
        if (more <= 0) return 0;
        got += (size_t)more;
        bytes[got] = 0;
        end = strstr(bytes, "\r\n\r\n");
    }
    char *length = strcasestr(bytes, "content-length:");
    size_t whole = (size_t)(end - bytes) + 4 + (length && length < end ? (size_t)atol(length + 15) : 0);
    while (got < whole) {
        ssize_t more = read(client, bytes + got, sizeof bytes - 1 - got);
        if (more <= 0) return 0;
        got += (size_t)more;
    }
    char *from = strchr(bytes, ' ');
    snprintf(path, most, "%.*s", (int)strcspn(from + 1, " "), from + 1);
    return 1;
}

int main(int count, char **words) {
    if (count != 2) give_up("usage", "piece-provider PORT_FILE");
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening < 0 || bind(listening, (struct sockaddr *)&address, size) < 0 || listen(listening, 16) < 0)
        give_up("listen", strerror(errno));
    getsockname(listening, (struct sockaddr *)&address, &size);
    FILE *port = fopen(words[1], "w");
    if (!port) give_up(words[1], strerror(errno));
    fprintf(port, "%d\n", ntohs(address.sin_port));
    fclose(port);
    for (;;) {
        client = accept(listening, NULL, NULL);
        if (client < 0) give_up("accept", strerror(errno));
        int at_once = 1;
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
        /* One client after the other, each in a process of its own: some keep their connection. */
        if (fork() == 0) {
            close(listening);
            char path[256];
            while (request(path, sizeof path)) {
                if (strstr(path, "/api/chat")) answer();
                else {
                    const char *none = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"models\":[]}";
                    write_all(client, none, strlen(none));
                }
            }
            _exit(0);
        }
        close(client);
    }
}
