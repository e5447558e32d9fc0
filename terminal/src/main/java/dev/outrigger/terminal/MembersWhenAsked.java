package dev.outrigger.terminal;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The commands of a group, at least one, which are made when somebody asks for them: to describe all that a program
/// has takes a millisecond of every start.
final class MembersWhenAsked extends AbstractList<Command> {
    private final Supplier<List<Command>> maker;
    private volatile @Nullable List<Command> made;

    MembersWhenAsked(Supplier<List<Command>> maker) {
        this.maker = maker;
    }

    @Override
    public boolean isEmpty() {
        return false;
    }

    @Override
    public Command get(int index) {
        return made().get(index);
    }

    @Override
    public int size() {
        return made().size();
    }

    private List<Command> made() {
        var known = made;
        if (known == null) {
            known = List.copyOf(maker.get());
            made = known;
        }
        return known;
    }
}
