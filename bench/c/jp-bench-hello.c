/* The shortest useful plugin: says one thing and leaves. */
#include "plugin.h"

int main(void) {
    open_session();
    say("{\"type\":\"print\",\"text\":\"hello\\n\"}\n");
    return close_session();
}
