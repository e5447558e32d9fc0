package dev.outrigger.terminal;

import java.util.List;

/// A small program with everything that the parser and the help must cope with.
final class SampleCommands {
    private SampleCommands() {}

    static final Command RENAME = Command.named("rename")
            .about("Give a conversation another title")
            .arg(Argument.positional("ID", "Which conversation"))
            .arg(Argument.positional("TITLE", "Its new title"));

    static final Command NEW = Command.named("new")
            .alias("n")
            .about("Start a conversation")
            .longAbout("Start a conversation.\n\nIt becomes the current one of this terminal.")
            .arg(Argument.option("title", "TITLE", "What it is about").shortName('t'))
            .arg(Argument.option("tag", "TAG", "Mark it").many())
            .arg(Argument.option("kind", "KIND", "What kind of conversation")
                    .shortName('k')
                    .longHelp("What kind of conversation it is going to be.")
                    .possibleValues("chat", "task", "review")
                    .defaultValue("chat"))
            .arg(Argument.flag("pin", "Keep it on top").shortName('p'))
            .arg(Argument.positional("ID", "Copy this one").optional())
            .example("jp conversation new --title x", "A conversation about x");

    static final Command GREP = Command.named("grep")
            .about("Search")
            .arg(new Argument(
                    Argument.Kind.OPTION,
                    "in",
                    Argument.NO_SHORT,
                    "Where to look",
                    "",
                    "PART",
                    "",
                    true,
                    List.of(),
                    false,
                    false))
            .arg(Argument.positional("PATTERN", "What to look for"))
            .arg(Argument.positional("ID", "Where to look").optional().many());

    static final Command CONVERSATION = Command.named("conversation")
            .alias("c")
            .about("Work with conversations")
            .sub(NEW)
            .sub(RENAME)
            .sub(GREP);

    static final Command INIT = Command.named("init").about("Make a workspace here");

    static final Command JP = Command.named("jp")
            .about("The assistant at the terminal")
            .arg(Argument.flag("quiet", "Say less").shortName('q').everywhere())
            .arg(Argument.flag("verbose", "Say more").shortName('v').many().everywhere())
            .arg(Argument.option("format", "FORMAT", "How to print")
                    .possibleValues("text", "json")
                    .defaultValue("text")
                    .everywhere())
            .arg(Argument.option("cfg", "KEY=VALUE", "Set a value").many().everywhere())
            .arg(Argument.flag("version", "Print the version").shortName('V'))
            .sub(INIT)
            .sub(CONVERSATION);
}
