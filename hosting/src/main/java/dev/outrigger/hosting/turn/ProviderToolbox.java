package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.Toolbox;
import java.util.ArrayList;
import java.util.List;

/// Tools of a provider's own, behind the others: where two are called the same, the other one counts.
record ProviderToolbox(List<Tool> own, Toolbox others) implements Toolbox {
    @Override
    public List<Tool> tools() {
        var all = new ArrayList<>(others.tools());
        for (var tool : own) {
            var name = tool.definition().name();
            if (all.stream().noneMatch(each -> each.definition().name().equals(name))) {
                all.add(tool);
            }
        }
        return all;
    }

    @Override
    public void renew() {
        others.renew();
    }
}
