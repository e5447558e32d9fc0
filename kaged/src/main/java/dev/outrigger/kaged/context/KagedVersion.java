package dev.outrigger.kaged.context;

/// Which kaged this is.
public final class KagedVersion {
    public static final String NUMBER = "0.1.0";

    private KagedVersion() {}
}
