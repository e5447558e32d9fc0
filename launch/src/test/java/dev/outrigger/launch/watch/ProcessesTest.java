package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessesTest {
    private static Processes.Where where(String status) {
        return Processes.where(40, status, 1);
    }

    @Test
    void tellsByTheNamespacesWhoIsInside() {
        assertThat(where("Name:\tjava\nPPid:\t1\nNSpid:\t40\n")).isEqualTo(new Processes.Outside());
        assertThat(where("Name:\tbwrap\nPPid:\t39\nNSpid:\t40\t1\n")).isEqualTo(new Processes.Inside(40));
        assertThat(where("Name:\tprlimit\nPPid:\t39\nNSpid:\t40\t2\n")).isEqualTo(new Processes.Inside(39));
        assertThat(Processes.where(40, "Name:\tx\nPPid:\t1\nNSpid:\t40\t7\n", 2))
                .isEqualTo(new Processes.Outside());
    }

    @Test
    void takesNobodyForOutsideOfWhomNothingIsKnown() {
        assertThat(where("")).isEqualTo(new Processes.Unknown());
        assertThat(where("Name:\tx\nPPid:\t1\n")).isEqualTo(new Processes.Unknown());
    }
}
