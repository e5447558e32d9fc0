package dev.outrigger.launch;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The two pipes of a child, without the streams the JDK wraps around them: those ask the kernel after every read how
/// much more there is, which is two system calls a message.
///
/// The kernel shows the child's ends under /proc, and opening one gives the other end. The JDK's own are closed then,
/// since at the child's death they would take what we have not read yet. The child does not begin before that: it
/// waits for [#GO].
record ChildPipes(OutputStream stdin, InputStream stdout) {
    /// What the starting shell reads before it becomes the program.
    static final byte[] GO = {'\n'};

    static ChildPipes of(Process process) throws IOException {
        var ends = "/proc/" + process.pid() + "/fd/";
        FileOutputStream stdin;
        FileInputStream stdout;
        try {
            stdin = new FileOutputStream(ends + 0);
        } catch (IOException _) {
            // No /proc, or it died already: a little slower, or the end of it is what is read.
            return asTheyAre(process);
        }
        try {
            stdout = new FileInputStream(ends + 1);
        } catch (IOException _) {
            // As above.
            stdin.close();
            return asTheyAre(process);
        }
        process.getOutputStream().close();
        process.getInputStream().close();
        return new ChildPipes(stdin, stdout);
    }

    /// Where there is no /proc, or the child died before we came.
    private static ChildPipes asTheyAre(Process process) {
        return new ChildPipes(process.getOutputStream(), process.getInputStream());
    }
}
