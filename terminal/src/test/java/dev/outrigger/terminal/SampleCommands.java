package dev.outrigger.terminal;

import java.util.List;

/// A small program with everything that the parser and the help must cope with.
final class SampleCommands {
    private SampleCommands() {}

    static final Command RENAME = Command.named("rename")
            .about("Give a conversation another title")
            .arg(Arg.positional("ID", "Which conversation"))
            .arg(Arg.positional("TITLE", "Its new title"));

    static final Command NEW = Command.named("new")
            .alias("n")
            .about("Start a conversation")
            .longAbout("Start a conversation.\n\nIt becomes the current one of this terminal.")
            .arg(Arg.option("title", "TITLE", "What it is about").shortName('t'))
            .arg(Arg.option("tag", "TAG", "Mark it").many())
            .arg(Arg.option("kind", "KIND", "What kind of conversation")
                    .shortName('k')
                    .longHelp("What kind of conversation it is going to be.")
                    .possibleValues("chat", "task", "review")
                    .defaultValue("chat"))
            .arg(Arg.flag("pin", "Keep it on top").shortName('p'))
            .arg(Arg.positional("ID", "Copy this one").optional())
            .example("jp conversation new --title x", "A conversation about x");

    static final Command GREP = Command.named("grep")
            .about("Search")
            .arg(new Arg(
                    Arg.Kind.OPTION,
                    "in",
                    Arg.NO_SHORT,
                    "Where to look",
                    "",
                    "PART",
                    "",
                    true,
                    List.of(),
                    false,
                    false))
            .arg(Arg.positional("PATTERN", "What to look for"))
            .arg(Arg.positional("ID", "Where to look").optional().many());

    static final Command CONVERSATION = Command.named("conversation")
            .alias("c")
            .about("Work with conversations")
            .sub(NEW)
            .sub(RENAME)
            .sub(GREP);

    static final Command INIT = Command.named("init").about("Make a workspace here");

    static final Command JP = Command.named("jp")
            .about("The assistant at the terminal")
            .arg(Arg.flag("quiet", "Say less").shortName('q').everywhere())
            .arg(Arg.flag("verbose", "Say more").shortName('v').many().everywhere())
            .arg(Arg.option("format", "FORMAT", "How to print")
                    .possibleValues("text", "json")
                    .defaultValue("text")
                    .everywhere())
            .arg(Arg.option("cfg", "KEY=VALUE", "Set a value").many().everywhere())
            .arg(Arg.flag("version", "Print the version").shortName('V'))
            .sub(INIT)
            .sub(CONVERSATION);
}
