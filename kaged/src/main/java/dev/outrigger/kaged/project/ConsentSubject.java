package dev.outrigger.kaged.project;

import dev.outrigger.kaged.manifest.Manifest;
import java.nio.file.Path;

/// What a yes would be about: these files, from there, known by this hash.
///
/// @param installs whether they are to be put into the store; else they lie there
public record ConsentSubject(
        Path folder, Manifest manifest, String source, String commit, String sha256, boolean installs) {}
