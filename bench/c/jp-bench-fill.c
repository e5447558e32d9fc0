/* Writes a conversation through the protocol, the same one every time.
 *
 * BENCH_SHAPE `turns`: BENCH_EVENTS events (a multiple of 5) in turns with a tool call each; the first turn's call,
 * `tc_early`, is left without an answer. `chat`: BENCH_BYTES of questions and long answers. `mixed`: BENCH_BYTES, half
 * of them tool results, which are stored as base64. */
#include "plugin.h"

#define LINE (4 << 20)
#define BATCH_BYTES (1 << 20)
#define BATCH_EVENTS 100
#define FIRST_BATCH_EVENTS 10

static char line[LINE];
static size_t used, events_in_line;
static uint64_t seed = 0x9e3779b97f4a7c15;

static const char *const WORDS[] = {
    "the ", "host ", "reads ", "a line ", "and ", "answers, ", "which ", "plugin ", "never ", "waits. ", "caf\u00e9 ",
    "pipe ", "\\\"quoted\\\" ", "buffer ", "\\n", "lock ", "of ", "42 ", "\u2192 ", "conversation ", "is ", "kept; ",
    "  return ", "value;\\n", "if ", "(ready) ", "{ ", "} ", "event ", "written ", "once ", "more "};

static uint32_t random_below(uint32_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed >> 32) * limit >> 32);
}

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...) {
    va_list values;
    va_start(values, format);
    used += (size_t)vsnprintf(line + used, LINE - used, format, values);
    va_end(values);
}

static void begin_event(const char *type) {
    add("%s{\"type\":\"%s\"", events_in_line++ ? "," : "", type);
}

/* Adds about `length` bytes of text; returns their number before JSON escapes them. */
static size_t add_text(size_t length) {
    size_t plain = 0;
    while (plain < length) {
        const char *word = WORDS[random_below(sizeof WORDS / sizeof *WORDS)];
        size_t size = strlen(word), escapes = 0;
        for (size_t i = 0; i < size; i++) escapes += word[i] == '\\';
        memcpy(line + used, word, size);
        used += size;
        plain += size - escapes;
    }
    return plain;
}

static void begin_batch(const char *conversation) {
    used = events_in_line = 0;
    add("{\"type\":\"push_events\",\"conversation\":\"%s\",\"events\":[", conversation);
}

static void end_batch(void) {
    char head[HEAD];
    if (events_in_line == 0) return;
    add("]}\n");
    write_all(1, line, used);
    take_line(head);
    expect(head, "pushed");
}

static void add_question(size_t length) {
    begin_event("turn_start");
    add("}");
    begin_event("chat_request");
    add(",\"content\":\"");
    add_text(length);
    add("\"}");
}

static void add_answer(size_t length) {
    begin_event("chat_response");
    add(",\"message\":\"");
    add_text(length);
    add("\"}");
}

static void add_call(const char *id) {
    begin_event("tool_call_request");
    add(",\"id\":\"%s\",\"name\":\"read_file\",\"arguments\":{\"path\":\"src/main/%u.txt\"}}", id, random_below(1000));
}

/* Returns the length of the result as it is stored. */
static size_t add_result(const char *id, size_t length) {
    begin_event("tool_call_response");
    add(",\"id\":\"%s\",\"is_error\":false,\"content\":\"", id);
    size_t plain = add_text(length);
    add("\"}");
    return (plain + 2) / 3 * 4;
}

static long fill_turns(const char *conversation, long wanted) {
    char id[32];
    long events = 0;
    begin_batch(conversation);
    for (long turn = 0; events < wanted; turn++, events += 5) {
        /* The early call lies in a batch of the same bytes whatever the length, since a host may well look at it again. */
        if (events == FIRST_BATCH_EVENTS || events_in_line + 5 > BATCH_EVENTS) {
            end_batch();
            begin_batch(conversation);
        }
        add_question(60);
        if (turn == 0) {
            add_call("tc_early");
            add_answer(80);
        } else {
            snprintf(id, sizeof id, "tc_%ld", turn);
            add_call(id);
            add_result(id, 60);
        }
        add_answer(80);
    }
    end_batch();
    return events;
}

/* `mixed` adds whichever of text and results is behind. */
static long fill_bytes(const char *conversation, size_t wanted, int mixed) {
    char id[32];
    size_t text = 0, results = 0;
    long events = 0, calls = 0;
    begin_batch(conversation);
    while (text + results < wanted) {
        size_t before = used;
        if (mixed && results < text) {
            snprintf(id, sizeof id, "tc_%ld", calls++);
            add_call(id);
            results += add_result(id, 2000 + random_below(12000));
            events += 2;
        } else {
            add_question(50 + random_below(300));
            add_answer(500 + random_below(4000));
            events += 3;
            /* The host adds a timestamp to each. */
            text += used - before + 3 * 40;
        }
        if (used > BATCH_BYTES) {
            end_batch();
            begin_batch(conversation);
        }
    }
    end_batch();
    return events;
}

int main(void) {
    char head[HEAD], conversation[64];
    const char *shape = setting("BENCH_SHAPE");
    open_session();
    ask("{\"type\":\"create_conversation\",\"title\":\"bench\"}\n", "created", head);
    char *value = strstr(head, "\"conversation\":\"");
    if (!value || sscanf(value, "\"conversation\":\"%63[0-9]\"", conversation) != 1) give_up("no conversation id", head);
    report("conversation", "%s", conversation);
    long events = !strcmp(shape, "turns")
        ? fill_turns(conversation, setting_number("BENCH_EVENTS"))
        : fill_bytes(conversation, (size_t)setting_number("BENCH_BYTES"), !strcmp(shape, "mixed"));
    report("events", "%ld", events);
    return close_session();
}
