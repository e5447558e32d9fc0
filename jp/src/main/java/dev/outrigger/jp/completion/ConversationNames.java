package dev.outrigger.jp.completion;

import dev.outrigger.terminal.Completion.Candidate;
import dev.outrigger.workspace.conversations.ConversationSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Each conversation by its id and, where no other has it, by its title.
final class ConversationNames {
    private ConversationNames() {}

    static List<Candidate> of(List<ConversationSummary> conversations) {
        var owners = new HashMap<String, Integer>();
        for (var each : conversations) {
            owners.merge(title(each), 1, Integer::sum);
        }
        var candidates = new ArrayList<Candidate>();
        for (var each : conversations) {
            var title = title(each);
            candidates.add(new Candidate(each.id().digits(), title));
            if (owners.getOrDefault(title, 0) == 1) {
                candidates.add(new Candidate(title, each.id().digits()));
            }
        }
        return candidates;
    }

    private static String title(ConversationSummary one) {
        return one.title() == null ? "" : one.title();
    }
}
