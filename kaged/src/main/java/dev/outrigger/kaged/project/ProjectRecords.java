package dev.outrigger.kaged.project;

import dev.outrigger.kaged.store.StoreProblem;
import java.nio.file.Path;
import java.util.List;

/// What is kept of all projects. What [#write] was given is there after any crash, or what was there before.
public interface ProjectRecords {
    /// In the order in which they were first loaded.
    List<ProjectRecord> list() throws StoreProblem;

    /// For a folder that nothing is kept of; nothing is, before it is written.
    ProjectRecord make(Path root, String id) throws StoreProblem;

    void write(ProjectRecord record) throws StoreProblem;

    /// With all that was kept beside it.
    void remove(ProjectRecord record) throws StoreProblem;

    /// The folder for what is kept beside the record of this number, which was written.
    Path place(int number);

    /// After a crash: what was under way is removed. Returns lines for the log.
    List<String> recover() throws StoreProblem;
}
