package dev.outrigger.jp;

/// Which jp this is.
public final class Release {
    public static final String NUMBER = "0.1.0";

    private Release() {}
}
