package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The programs that are in every sandbox. They read, write and reckon with what the mounts show, and give no
/// power beyond that.
final class BasePrograms {
    static final List<String> NAMES = List.of((
            // shells and text tools
            "sh bash sed awk mawk gawk grep egrep fgrep find xargs jq "
                    // coreutils
                    + "[ b2sum base32 base64 basename basenc cat chgrp chmod chown cksum comm cp csplit cut date"
                    + " dd df dir dircolors dirname du echo env expand expr factor false fmt fold groups head"
                    + " hostid id install join link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl"
                    + " nohup nproc numfmt od paste pathchk pr printenv printf ptx pwd readlink realpath rm"
                    + " rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split"
                    + " stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty"
                    + " uname unexpand uniq unlink vdir wc whoami yes")
            .split(" "));

    /// The folders of [ProgramSearch#SYSTEM], and what their entries may be links through.
    private static final List<Path> FOLDERS = List.of(
            Path.of("/usr/bin"),
            Path.of("/bin"),
            Path.of("/usr/local/bin"),
            Path.of("/usr/sbin"),
            Path.of("/sbin"),
            Path.of("/etc/alternatives"));

    /// What was found, and what it was found in: a change of a folder is a reason to look again. Packages are
    /// installed by new entries in folders; a file that somebody changes in its place counts from the next start of
    /// the host. Three hundred questions to the system become six, at every start.
    private record Found(List<FileIdentity> folders, List<SandboxPrograms.Base> programs) {
        boolean holds() throws IOException {
            return folders.equals(stamps());
        }
    }

    private static final AtomicReference<@Nullable Found> LAST = new AtomicReference<>();

    private BasePrograms() {}

    /// Those that this system has.
    static List<SandboxPrograms.Base> found() throws ConfinementRefused {
        try {
            var last = LAST.get();
            if (last == null || !last.holds()) {
                last = look();
                LAST.set(last);
            }
            return last.programs();
        } catch (IOException e) {
            throw new ConfinementRefused("the system's programs cannot be read: " + e.getMessage());
        }
    }

    private static Found look() throws IOException {
        var folders = stamps();
        var programs = new ArrayList<SandboxPrograms.Base>();
        for (var name : NAMES) {
            var file = ProgramSearch.inSystem(name);
            if (file.isPresent()) {
                var real = file.get().toRealPath();
                programs.add(new SandboxPrograms.Base(name, real, FileIdentity.of(real)));
            }
        }
        return new Found(folders, List.copyOf(programs));
    }

    private static List<FileIdentity> stamps() throws IOException {
        var stamps = new ArrayList<FileIdentity>();
        for (var folder : FOLDERS) {
            stamps.add(Files.isDirectory(folder) ? FileIdentity.of(folder) : new FileIdentity("", 0, 0));
        }
        return stamps;
    }
}
