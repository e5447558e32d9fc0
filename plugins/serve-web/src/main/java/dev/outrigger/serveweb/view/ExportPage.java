package dev.outrigger.serveweb.view;

import java.util.List;

/// A conversation as a file.
///
/// @param styleCss ours, in the file itself
public record ExportPage(String title, List<Entry> entries, String styleCss) {}
