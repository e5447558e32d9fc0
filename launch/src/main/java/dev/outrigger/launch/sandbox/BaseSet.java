package dev.outrigger.launch.sandbox;

import java.util.List;

/// The programs that are in every sandbox. They read, write and reckon with what the mounts show, and give no power
/// beyond that.
final class BaseSet {
    static final List<String> NAMES = List.of((
            // shells and text tools
            "sh bash sed awk mawk gawk grep egrep fgrep find xargs jq "
                    // sets the limits inside, before the command
                    + "prlimit "
                    // coreutils
                    + "[ b2sum base32 base64 basename basenc cat chgrp chmod chown cksum comm cp csplit cut date"
                    + " dd df dir dircolors dirname du echo env expand expr factor false fmt fold groups head"
                    + " hostid id install join link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl"
                    + " nohup nproc numfmt od paste pathchk pr printenv printf ptx pwd readlink realpath rm"
                    + " rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split"
                    + " stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty"
                    + " uname unexpand uniq unlink vdir wc whoami yes")
            .split(" "));

    private BaseSet() {}
}
