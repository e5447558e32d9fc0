package dev.outrigger.hosting.context;

/// Which jp this is.
public final class JpVersion {
    public static final String NUMBER = "0.1.0";

    private JpVersion() {}
}
