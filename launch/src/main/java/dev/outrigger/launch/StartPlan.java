package dev.outrigger.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is handed to the system to start a [ProgramSpec]: data, so that it can be printed and compared before anything
/// runs.
///
/// `become`, our own small program, gives the child a session and process group of its own, out of reach of the
/// terminal's signals, and has the kernel kill it when the host dies. It then tells on stderr, by a one-time token
/// which
/// only it knows, that all of this worked, and becomes the program. If that fails, its complaint begins with the token.
/// So what the system refused is told by the system, and no program is mistaken for it.
///
/// Where `become` was not compiled, and around a program that is contained, others do the same in a row: `setsid`,
/// `setpriv`, and a shell whose name is the token, since shells name themselves in their complaints. (A contained
/// program could find the token out, and then claim that it itself was never started.)
record StartPlan(List<String> argv, Map<String, String> env) {
    /// Waits until the host has its ends of the [ChildPipes]. It may have died before `setpriv` had asked for its
    /// death to be noticed.
    private static final String HOST_IS_THERE = "read -r go && [ \"$PPID\" = \"$1\" ] || exit 1; shift; ";

    private static final String BECOME = "trap 'echo \"$0 $?\" >&2' EXIT; echo \"$0\" >&2; exec \"$@\"";

    /// The first process of a namespace ignores signals it does not handle and must collect the dead: no role for an
    /// unsuspecting program, so the shell stays and takes it.
    private static final String STAY = "(" + BECOME + "); exit $?";

    private static final int LONGEST_CHAIN = 1024;

    StartPlan {
        argv = List.copyOf(argv);
    }

    /// By this program of ours.
    static StartPlan by(Path become, ProgramSpec program, ProgramRun run, String token, String terminal) {
        var copy = program.copy();
        var argv = new ArrayList<String>();
        argv.add(become.toString());
        argv.add(token);
        argv.add(Long.toString(run.hostPid()));
        argv.add(copy == null ? "" : copy.sha256());
        argv.add(copy == null ? "" : copy.original().toString());
        argv.add(program.file().toString());
        argv.addAll(program.args());
        return new StartPlan(argv, environment(program, run, terminal));
    }

    static StartPlan of(ProgramSpec program, ProgramRun run, String token, SystemTools tools, String terminal) {
        if (program.copy() != null) {
            throw new IllegalArgumentException("nobody is there who copies " + program.file() + " at its start");
        }
        var argv = new ArrayList<String>();
        argv.add(tools.setsid());
        argv.add(tools.setpriv());
        argv.add("--pdeathsig");
        argv.add("KILL");
        argv.add("--");
        argv.add("/bin/sh");
        argv.add("-c");
        argv.add(HOST_IS_THERE + (program.contain() ? "exec \"$@\"" : BECOME));
        argv.add(token);
        argv.add(Long.toString(run.hostPid()));
        if (program.contain()) {
            argv.add(tools.unshare());
            argv.add("--user");
            argv.add("--map-current-user");
            argv.add("--pid");
            argv.add("--fork");
            argv.add("--kill-child");
            argv.add("--mount-proc");
            argv.add("--");
            argv.add("/bin/sh");
            argv.add("-c");
            argv.add(STAY);
            argv.add(token);
        }
        argv.add(program.file().toString());
        argv.addAll(program.args());
        return new StartPlan(argv, environment(program, run, terminal));
    }

    private static Map<String, String> environment(ProgramSpec program, ProgramRun run, String terminal) {
        var env = new TreeMap<String, String>();
        for (var entry : program.environment().entrySet()) {
            if (ChildEnvironment.isName(entry.getKey())) {
                env.put(entry.getKey(), entry.getValue());
            }
        }
        env.put("PWD", program.directory().toString());
        env.put(ProgramRun.VARIABLE, chain(env.getOrDefault(ProgramRun.VARIABLE, ""), run.cookie()));
        if (!terminal.isEmpty()) {
            env.put(ChildEnvironment.TERMINAL, terminal);
        }
        return env;
    }

    /// A program started by a program of ours belongs to both runs, and ends with either.
    private static String chain(String outer, String cookie) {
        return outer.isEmpty() || outer.length() > LONGEST_CHAIN ? cookie : outer + "," + cookie;
    }
}
