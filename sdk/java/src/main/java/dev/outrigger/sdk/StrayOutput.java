package dev.outrigger.sdk;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Where a stray `System.out.println` goes: stdout belongs to the messages, and one other line among them would be
/// counted against the plugin.
final class StrayOutput extends OutputStream {
    private static final byte[] HINT =
            "(printed to System.out, which is the host's: use jp.print for the user, System.err for yourself)\n"
                    .getBytes(StandardCharsets.UTF_8);

    private final OutputStream stderr;
    private boolean hinted;

    private StrayOutput(OutputStream stderr) {
        this.stderr = stderr;
    }

    static PrintStream toStderr() {
        return new PrintStream(new StrayOutput(new FileOutputStream(FileDescriptor.err)), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
        hint();
        stderr.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        hint();
        stderr.write(bytes, offset, length);
    }

    private void hint() throws IOException {
        if (!hinted) {
            hinted = true;
            stderr.write(HINT);
        }
    }
}
