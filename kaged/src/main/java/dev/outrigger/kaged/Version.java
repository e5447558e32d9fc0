package dev.outrigger.kaged;

/// Which kaged this is.
public final class Version {
    public static final String NUMBER = "0.1.0";

    private Version() {}
}
