package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `jp completion`: prints what a shell needs to complete `jp`. It asks back with `jp __complete`.
final class CompletionScript implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("completion")
                .about("Print the script that lets a shell complete jp with TAB")
                .longAbout("""
                        Print the script that lets a shell complete jp with TAB: commands, options and values, of jp and \
                        of plugins alike. What plugins understand is known from when they last described themselves; \
                        only one that is approved and was never asked is started by a TAB behind its name, once.

                        Once per shell; jp must be on PATH:
                          bash   in ~/.bashrc:                    source <(jp completion bash)
                          zsh    in ~/.zshrc, behind compinit:    source <(jp completion zsh)
                          fish   in a terminal:                   jp completion fish > ~/.config/fish/completions/jp.fish""")
                .arg(Arg.positional("SHELL", "Which one").possibleValues("bash", "zsh", "fish"))
                .example(
                        "source <(jp completion bash)", "bash, for this terminal; for all, put the line into ~/.bashrc")
                .example("jp completion zsh > ~/.zfunc/_jp", "zsh, when ~/.zfunc is in fpath before compinit")
                .example("jp completion fish > ~/.config/fish/completions/jp.fish", "fish, for good");
    }

    @Override
    public int run(Session session) throws OutputFailed {
        var shell = session.values().text("SHELL").orElseThrow();
        var script = Resource.text("completion/" + shell);
        session.show(
                script, Json.object().put("shell", shell).put("script", script).build());
        return 0;
    }
}
