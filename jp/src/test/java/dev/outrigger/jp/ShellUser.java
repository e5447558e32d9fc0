package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Somebody at a real terminal with a real shell, who types a line, presses TAB, and sees what the line has become.
final class ShellUser {
    /// Keys typed while the shell is busy wait in the terminal, so nothing here waits for time. `show` in front of the
    /// line prints its words instead of running it.
    private static final String HANDS = """
            import os, pty, re, select, sys, time

            pid, terminal = pty.fork()
            if pid == 0:
                os.execvp(sys.argv[2], sys.argv[2:])
            seen = b""

            def until(pattern):
                global seen
                end = time.monotonic() + 50
                while not (found := re.search(pattern, seen, re.S)):
                    if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
                        sys.exit(f"waited in vain for {pattern} in {seen}")
                    seen += os.read(terminal, 65536)
                seen = seen[found.end():]
                return found

            until(b"READY")
            for line in open(sys.argv[1]).read().splitlines():
                keys, _, listed = line.partition("\\t")
                os.write(terminal, keys.replace("⇥", "\\t").encode() + b"\\t" + (b"\\t" if listed else b""))
                if listed:
                    until(re.escape(listed.encode()))
                    os.write(terminal, b"\\x05\\x15")
                    print("listed", flush=True)
                    continue
                os.write(terminal, b"\\x01show \\r")
                print(until(rb"\\(\\((.*?)\\)\\)")[1].decode(), flush=True)
            os.write(terminal, b"\\x15exit\\r")
            """;

    private final Jail jail;
    private final Path folder;
    private final List<String> shell;

    private ShellUser(Jail jail, Path folder, List<String> shell) {
        this.jail = jail;
        this.folder = folder;
        this.shell = shell;
    }

    static ShellUser at(String shell, Jail jail, Path folder) throws IOException {
        Files.createDirectories(folder.resolve("fish"));
        jail.with("ZDOTDIR", folder.toString()).with("XDG_CONFIG_HOME", folder.toString());
        jail.with("TERM", "vt100").with("HISTFILE", "");
        var files = Map.of(
                "bash", "bashrc",
                "zsh", ".zshrc",
                "fish", "fish/config.fish");
        var beginning = switch (shell) {
            case "bash" -> "show() { printf '(('; printf '<%s>' \"$@\"; printf '))'; }\n";
            case "zsh" ->
                "autoload -Uz compinit; compinit -u\nshow() { printf '(('; printf '<%s>' \"$@\"; printf '))' }\n";
            default -> "set -g fish_greeting\nfunction show; printf '(('; printf '<%s>' $argv; printf '))'; end\n";
        };
        var source = new StringBuilder();
        for (var program : List.of("$JP", "kaged")) {
            source.append(
                    shell.equals("fish")
                            ? program + " completion fish | source\n"
                            : "source <(" + program + " completion " + shell + ")\n");
        }
        Files.writeString(
                folder.resolve(files.get(shell)),
                beginning
                        + source
                        + (shell.equals("fish") ? "function fish_prompt; echo 'READY> '; end\n" : "PS1='READY> '\n"));
        return new ShellUser(
                jail,
                folder,
                shell.equals("bash")
                        ? List.of(
                                "bash",
                                "--noprofile",
                                "--rcfile",
                                folder.resolve("bashrc").toString(),
                                "-i")
                        : List.of(shell, "-i"));
    }

    /// What each line, up to where TAB is pressed, has become: `<jp><conversation>`. With a tab in it, what follows is
    /// waited for in the list that the shell shows, and the answer is `listed`. `⇥` is a TAB on the way.
    List<String> tabs(String... lines) throws IOException {
        var hands = Files.writeString(folder.resolve("hands.py"), HANDS);
        var script = Files.writeString(folder.resolve("lines"), String.join("\n", lines) + "\n");
        var words = new ArrayList<String>();
        for (var word : List.of("python3", hands.toString(), script.toString())) {
            words.add("'" + word + "'");
        }
        words.addAll(shell);
        var result = jail.sh(String.join(" ", words));
        assertThat(result.err()).isEmpty();
        return result.out().lines().toList();
    }
}
