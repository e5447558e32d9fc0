package dev.outrigger.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// What a shell needs to complete a program with TAB: a script that asks the program itself, see [TabAnswer]. The same
/// for every program of ours.
public final class CompletionScript {
    public static final String SHELL = "SHELL";

    private CompletionScript() {}

    /// The command `completion`. `whatElse` says what is offered besides the program's own words, in whole sentences.
    public static Command describe(String program, String whatElse) {
        return Command.named("completion")
                .about("Print the script that lets a shell complete " + program + " with TAB")
                .longAbout("""
                        Print the script that lets a shell complete @ with TAB: commands, options and values. #

                        Once per shell; @ must be on PATH:
                          bash, in ~/.bashrc:
                            source <(@ completion bash)
                          zsh, in ~/.zshrc, behind compinit:
                            source <(@ completion zsh)
                          fish, in a terminal:
                            @ completion fish > ~/.config/fish/completions/@.fish""".replace("@", program).replace("#", whatElse))
                .arg(Argument.positional(SHELL, "Which one").possibleValues("bash", "zsh", "fish"))
                .example(
                        "source <(" + program + " completion bash)",
                        "bash, for this terminal; for all, put the line into ~/.bashrc")
                .example(
                        program + " completion zsh > ~/.zfunc/_" + program,
                        "zsh, when ~/.zfunc is in fpath before compinit")
                .example(
                        program + " completion fish > ~/.config/fish/completions/" + program + ".fish",
                        "fish, for good");
    }

    /// `shell` is one of those that the command takes.
    public static String text(String program, String shell) {
        try (var in = CompletionScript.class.getResourceAsStream("completion/" + shell)) {
            if (in == null) {
                throw new IllegalStateException("built without a completion script for " + shell);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@PROGRAM@", program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
