package dev.outrigger.workspace.conversations;

import java.io.IOException;

/// Leaves an index behind for the next reader, when a reader had to do without.
///
/// It takes no lock, not even for a moment, since a lock that a reader holds would refuse a writer: the new file
/// comes into its place whole, and describes itself which state of the events it is about. A writer who is at work at
/// this moment would go on in the old file, and the next one catches up from ours; still, while the lock is taken we
/// leave it.
final class Publisher {
    private final Locks locks;

    Publisher(Locks locks) {
        this.locks = locks;
    }

    void publish(Survey survey) {
        if (!survey.fromScratch) {
            return;
        }
        try {
            if (!locks.isTaken(survey.folder.id())) {
                Index.write(survey.folder.index(), survey.tally, survey.stamp, survey.original);
            }
        } catch (IOException _) {
            // Read-only or full: the answer is right all the same, it only has to be found again next time.
        }
    }
}
