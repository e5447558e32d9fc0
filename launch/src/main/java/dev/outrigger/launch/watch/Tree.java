package dev.outrigger.launch.watch;

/// What there is, now.
interface Tree {
    boolean onHost(String path);

    boolean inside(String path);
}
