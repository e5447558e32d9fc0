package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.wrap.ServerSource;
import dev.outrigger.kaged.wrap.Wrapping;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `kaged plugin wrap`: any MCP server behind a sandbox, an audit and a supervisor.
final class PluginWrapCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("wrap")
                .about("Make a plugin of an MCP server: a package of npm's or the Python index, or a command")
                .longAbout("""
                        Make a plugin of an MCP server: a package of npm's or the Python index, or a command.

                        A package and what it depends on are fetched with your own npm or pip, in a sandbox that reaches \
                        your index alone; no script of theirs is run, and versions and hashes are kept. Then the manifest \
                        and the plan are shown, and you are asked. Without --allow the server has no network and sees \
                        nothing but its own folder. Words behind -- are the server's arguments, or, without a package, the \
                        command itself: its file, and the script of an interpreter, is copied, so that it stays what \
                        you agreed to.""")
                .arg(Argument.positional("NAME", "What the plugin is to be called"))
                .arg(Argument.option("npm", "PACKAGE[@VERSION]", "A package of npm's"))
                .arg(Argument.option("pypi", "PACKAGE[==VERSION]", "A package of the Python index"))
                .arg(Argument.option("bin", "PROGRAM", "Which program of the package, where it has several"))
                .arg(Argument.option("allow", "CAPABILITY", "What it may reach, such as net:api.example.org:443")
                        .many())
                .arg(Argument.option("env", "NAME=VALUE", "A variable that it gets")
                        .many())
                .arg(Argument.flag("edit", "Edit the manifest before you are asked"))
                .arg(Argument.flag("upgrade", "Replace the plugin of that name by this"))
                .arg(Argument.flag("yes", "Do not ask: the answer is yes").shortName('y'))
                .arg(Argument.flag("dry-run", "Only show the manifest and the plan"))
                .arg(Argument.positional("WORDS", "Arguments of the server, or the command: behind --")
                        .optional()
                        .many())
                .example(
                        "kaged plugin wrap thinking --npm @modelcontextprotocol/server-sequential-thinking",
                        "shows it, and asks")
                .example("kaged plugin wrap clock --pypi mcp-server-time --yes", "for scripts")
                .example("kaged plugin wrap mine -- ./server --stdio", "a program of your own");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var wish = wish(context);
        // Before anything is fetched; and the daemon has made its home ready.
        context.ask(new ToDaemon.Hello(ProgramVersion.NUMBER));
        var missing = SandboxReadiness.missing();
        if (missing.isPresent()) {
            throw new Problem("it needs a sandbox, and none can be made here: " + missing.get(), "");
        }
        try (var wrapping = Wrapping.begin(context.home())) {
            wrapping.fetch(wish, context.folder(), context.environment(), line -> passing(context, line));
            context.printer().passing("");
            return install(context, wrapping, planned(context, wrapping));
        }
    }

    private static void passing(KagedContext context, String line) {
        try {
            context.printer().passing(line);
        } catch (OutputFailed _) {
            // Nobody watches any more: what comes of it in the end finds that out, too.
        }
    }

    /// What installing it would do. With a mistake in what was edited, one may edit on: nothing of it is lost.
    private static Json.Obj planned(KagedContext context, Wrapping wrapping) throws Problem, OutputFailed {
        var plan = new ToDaemon.PlanInstall(wrapping.folder().toString());
        if (!context.values().flag("edit")) {
            return context.ask(plan);
        }
        var editor = new Editor("kaged", "", context.environment());
        while (true) {
            try {
                wrapping.manifest(editor.edit(wrapping.manifest(), "-plugin.yaml"));
                return context.ask(plan);
            } catch (Editor.EditorProblem e) {
                throw new Problem(String.valueOf(e.getMessage()), "");
            } catch (Problem e) {
                context.printer().note(e.what());
                if (!new Prompt().confirm("Edit it again?").orElse(false)) {
                    throw e;
                }
            }
        }
    }

    private static int install(KagedContext context, Wrapping wrapping, Json.Obj plan) throws Problem, OutputFailed {
        var values = context.values();
        boolean upgrade = values.flag("upgrade");
        var folder = wrapping.folder().toString();
        var name = DaemonWords.text(DaemonWords.object(plan, "manifest"), "name");
        boolean there =
                !DaemonWords.text(DaemonWords.object(plan, "before"), "state").equals("absent");
        if (there != upgrade) {
            throw new Problem(
                    there ? name + " is installed already" : "there is no plugin " + name + " to upgrade",
                    there ? "--upgrade replaces it." : "Without --upgrade it is installed.");
        }
        var text = VisibleText.text(wrapping.manifest()) + "\n" + InstallPlanText.of(plan, upgrade);
        if (values.flag("dry-run")) {
            context.show(
                    text,
                    Json.object()
                            .put("manifest", wrapping.manifest())
                            .put("plan", plan)
                            .build());
            return 0;
        }
        if (!context.json()) {
            context.printer().note(text);
        }
        boolean accepted = values.flag("yes")
                || new Prompt()
                        .confirm((upgrade ? "Upgrade " : "Install ") + name + "?")
                        .orElseThrow(() -> new Problem(
                                "there is no terminal to ask whether " + name + " may be installed",
                                "Look at the plan with --dry-run; then --yes says yes to it."));
        var done = context.ask(new ToDaemon.Install(folder, DaemonWords.text(plan, "digest"), accepted, upgrade));
        if (!accepted) {
            throw new Problem("nothing was installed: you said no", "");
        }
        context.show(
                DaemonWords.text(done, "deed") + " " + name + " " + DaemonWords.text(done, "version")
                        + "\nkaged plugin tools " + name + " starts it, and shows what it offers\n",
                done);
        return 0;
    }

    private static Wrapping.Wish wish(KagedContext context) throws Problem {
        var values = context.values();
        var name = values.text("NAME").orElse("");
        if (!name.matches("[a-z][a-z0-9-]{0,63}")) {
            throw new Problem(
                    "NAME must be 1 to 64 lower-case letters, digits and dashes, beginning with a letter",
                    "",
                    Problem.USAGE);
        }
        var words = values.all("WORDS");
        var npm = values.text("npm");
        var pypi = values.text("pypi");
        boolean packaged = npm.isPresent() || pypi.isPresent();
        if ((npm.isPresent() && pypi.isPresent()) || (!packaged && words.isEmpty())) {
            throw new Problem(
                    "say what to wrap, by one of: --npm PACKAGE, --pypi PACKAGE, -- COMMAND", "", Problem.USAGE);
        }
        var source = npm.isPresent()
                ? ServerSource.Npm.of(npm.get())
                : pypi.isPresent() ? ServerSource.Pypi.of(pypi.get()) : new ServerSource.Plain(words);
        return new Wrapping.Wish(
                name,
                source,
                values.text("bin").orElse(""),
                packaged ? words : List.of(),
                values.all("allow"),
                variables(values.all("env")));
    }

    private static Map<String, String> variables(List<String> given) throws Problem {
        var variables = new LinkedHashMap<String, String>();
        for (var each : given) {
            int at = each.indexOf('=');
            if (at < 1) {
                throw new Problem("--env is '" + each + "': it must be NAME=VALUE", "", Problem.USAGE);
            }
            variables.put(each.substring(0, at), each.substring(at + 1));
        }
        return variables;
    }
}
