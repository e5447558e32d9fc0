package dev.outrigger.terminal.program;

/// Which Outrigger this is: both programs have the one version that pom.xml tells.
public final class ProgramVersion {
    public static final String NUMBER = "${project.version}";

    private ProgramVersion() {}
}
