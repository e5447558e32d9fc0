package dev.outrigger.workspace.settings;

/// What a value has to be.
enum ValueType {
    TEXT("a text"),
    WHOLE_NUMBER("a whole number"),
    NUMBER("a number"),
    FLAG("true or false"),
    TEXTS("a list of texts"),
    CHOICE("one of a few words"),
    /// A table in which anything goes.
    OPEN("a table");

    private final String words;

    ValueType(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
