package dev.outrigger.hosting.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTriplesTest {
    @Test
    void theBestForAMachineComesFirstAndScriptsLast() {
        assertThat(MachineTriples.of("Linux", "amd64", false))
                .containsExactly("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "any");
        assertThat(MachineTriples.of("Linux", "aarch64", true)).containsExactly("aarch64-unknown-linux-musl", "any");
        assertThat(MachineTriples.of("Mac OS X", "aarch64", false)).containsExactly("aarch64-apple-darwin", "any");
        assertThat(MachineTriples.of("Windows 11", "amd64", false))
                .containsExactly("x86_64-pc-windows-msvc", "x86_64-pc-windows-gnu", "any");
        assertThat(MachineTriples.of("Plan 9", "mips", false)).containsExactly("any");
    }
}
