/* One late answer to an early tool call, and what that cost the host in bytes. */
#include "plugin.h"

int main(void) {
    char line[1024], head[HEAD];
    const char *conversation = setting("BENCH_CONVERSATION");
    open_session();
    snprintf(line, sizeof line, "{\"type\":\"lock\",\"conversation\":\"%s\"}\n", conversation);
    report_host("status", "Name", "host_");
    report_host("io", NULL, "before_");
    ask(line, "locked", head);
    snprintf(
        line,
        sizeof line,
        "{\"type\":\"push_events\",\"conversation\":\"%s\",\"events\":[{\"type\":\"tool_call_response\","
        "\"id\":\"tc_early\",\"content\":\"late, but here\",\"is_error\":false}]}\n",
        conversation);
    int64_t start = now_ns();
    ask(line, "pushed", head);
    report("push_us", "%ld", (long)((now_ns() - start) / 1000));
    report_host("io", NULL, "after_");
    return close_session();
}
