package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.TerminalSession;
import dev.outrigger.hosting.context.WorkspaceProblemWords;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.UserFolder;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// "Always" as an answer to whether a tool may run: one tool, this workspace, this terminal, until its session ends.
///
/// Kept in the user's own folder for the workspace, so nothing that comes with a workspace can approve anything. What
/// cannot be understood in the file approves nothing.
public final class RememberedApprovals {
    private static final String FILE = "approvals.json";
    private static final Json.Obj NONE =
            Json.object().put("approvals", new Json.Arr(List.of())).build();
    private static final int MOST = 500;

    private final UserFolder folder;
    private final Optional<TerminalSession> here;

    /// `here` is null where nobody sits at a terminal.
    RememberedApprovals(UserFolder folder, @Nullable TerminalSession here) {
        this.folder = folder;
        this.here = Optional.ofNullable(here);
    }

    public static RememberedApprovals of(JpContext context) throws Problem {
        try {
            return new RememberedApprovals(
                    context.workspace().userFolder(context.places()),
                    TerminalSession.here().orElse(null));
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    public boolean granted(Tool tool) throws Problem {
        return here.isPresent() && read().stream().anyMatch(each -> isFor(each, tool) && isHere(each));
    }

    /// Without a terminal it does nothing: there is no session that it could last for.
    public void grant(Tool tool) throws Problem {
        if (here.isEmpty()) {
            return;
        }
        var approval = new RememberedApproval(
                tool.fullName(), tool.definition().name(), digest(tool), here.get(), Instant.now());
        change(approvals -> {
            approvals.removeIf(each -> isFor(each, tool) && isHere(each));
            approvals.add(approval);
            while (approvals.size() > MOST) {
                approvals.removeFirst();
            }
        });
    }

    /// Those of every terminal, in this workspace, that still count; oldest first.
    public List<RememberedApproval> all() throws Problem {
        return read();
    }

    public boolean isHere(RememberedApproval approval) {
        return here.isPresent() && here.get().equals(approval.session());
    }

    /// How many there were.
    public int revoke(Predicate<RememberedApproval> which) throws Problem {
        var gone = new ArrayList<RememberedApproval>();
        change(approvals -> approvals.removeIf(each -> which.test(each) && gone.add(each)));
        return gone.size();
    }

    private static boolean isFor(RememberedApproval approval, Tool tool) {
        return approval.tool().equals(tool.fullName()) && approval.digest().equals(digest(tool));
    }

    private static String digest(Tool tool) {
        return digest(tool.fingerprint());
    }

    static String digest(String text) {
        return Sha256.of(text);
    }

    private PrivateJsonFile file() {
        return new PrivateJsonFile(folder.path().resolve(FILE));
    }

    private List<RememberedApproval> read() throws Problem {
        try {
            return kept();
        } catch (IOException e) {
            throw new Problem("cannot read " + file().path() + ": " + FileErrorWords.of(e), "");
        }
    }

    private List<RememberedApproval> kept() throws IOException {
        var approvals = new ArrayList<RememberedApproval>();
        if (!folder.exists()) {
            return approvals;
        }
        try {
            for (var each : new FieldReader(file().read().orElse(NONE)).objects("approvals")) {
                understood(each).filter(one -> one.session().lives()).ifPresent(approvals::add);
            }
        } catch (MalformedJson | FieldReader.Mistake _) {
            // Nobody's handwriting: it is made anew with the next approval, and until then every tool is asked about.
            return new ArrayList<>();
        }
        return approvals;
    }

    private static Optional<RememberedApproval> understood(Json.Obj object) {
        try {
            return Optional.of(RememberedApproval.of(object));
        } catch (FieldReader.Mistake _) {
            return Optional.empty();
        }
    }

    private interface Edit {
        void edit(List<RememberedApproval> approvals);
    }

    private void change(Edit edit) throws Problem {
        try {
            folder.claim();
            file().alone(() -> {
                var approvals = kept();
                edit.edit(approvals);
                var list = new ArrayList<Json>();
                approvals.forEach(each -> list.add(each.json()));
                file().replace(Json.object()
                        .put("approvals", new Json.Arr(list))
                        .build());
            });
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        } catch (MalformedJson e) {
            throw new Problem("cannot write " + file().path() + ": " + e.what(), "");
        } catch (IOException e) {
            throw new Problem("cannot write " + file().path() + ": " + FileErrorWords.of(e), "");
        }
    }
}
