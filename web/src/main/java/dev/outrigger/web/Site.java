package dev.outrigger.web;

/// The pages behind the entry.
public interface Site {
    WebAnswer answer(WebRequest request) throws Refused;

    /// What the launch page calls it.
    String title();

    /// Something that whoever runs the server should know; never a secret.
    void notice(String sentence);

    /// Somebody came with a launch URL that has let one in already, or that has run out, and no other is open: this one
    /// is for them, at a place where only the server's user reads.
    void launchUrl(String url);
}
