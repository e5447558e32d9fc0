package dev.outrigger.workspace.conversations;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Leaves an index behind for the next reader, when a reader had to do without.
///
/// It takes no lock, not even for a moment, since a lock that a reader holds would refuse a writer: the new file
/// comes into its place whole, and describes itself which state of the events it is about. A writer who is at work at
/// this moment would go on in the old file, and the next one catches up from ours; still, while the lock is taken we
/// leave it.
final class IndexPublisher {
    private final Path storage;
    private final ConversationLocks locks;

    IndexPublisher(Path storage, ConversationLocks locks) {
        this.storage = storage;
        this.locks = locks;
    }

    /// What we know of the original's conversations does not lie with them, and is nothing for git; nor for others,
    /// where it is of the user's own.
    private void makeUnseen(Path folder) throws IOException {
        if (!folder.startsWith(storage)) {
            PrivateFiles.folders(folder.resolveSibling(""));
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            DurableFiles.replaceUnsynced(folder.resolve(".gitignore"), out -> out.write("*\n".getBytes(US_ASCII)));
        }
    }

    void publish(EventsSurvey survey) {
        if (!survey.fromScratch) {
            return;
        }
        try {
            if (!locks.isTaken(survey.folder.id())) {
                if (survey.original) {
                    makeUnseen(survey.folder.index().resolveSibling(""));
                }
                ConversationIndex.write(survey.folder.index(), survey.tally, survey.stamp, survey.original);
            }
        } catch (IOException _) {
            // Read-only or full: the answer is right all the same, it only has to be found again next time.
        }
    }
}
