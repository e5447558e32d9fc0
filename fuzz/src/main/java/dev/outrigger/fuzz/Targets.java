package dev.outrigger.fuzz;

import dev.outrigger.assistant.mcp.client.McpTarget;
import dev.outrigger.assistant.plugin.ToolManifestTarget;
import dev.outrigger.assistant.providers.ReplyTarget;
import dev.outrigger.assistant.tools.LocalAnswerTarget;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.hosting.describe.DescribeCacheTarget;
import dev.outrigger.hosting.describe.DescribeTarget;
import dev.outrigger.hosting.registry.LockTarget;
import dev.outrigger.hosting.registry.RegistryTarget;
import dev.outrigger.kaged.manifest.ManifestTarget;
import dev.outrigger.kaged.manifest.YamlTarget;
import dev.outrigger.kaged.storage.SqlTarget;
import dev.outrigger.kaged.store.LocalTomlTarget;
import dev.outrigger.launch.StartTarget;
import dev.outrigger.launch.sandbox.CapabilityTarget;
import dev.outrigger.launch.sandbox.ElfTarget;
import dev.outrigger.launch.tunnel.ProxyTarget;
import dev.outrigger.launch.watch.NameQuestionTarget;
import dev.outrigger.schema.SchemaTarget;
import dev.outrigger.terminal.TerminalTarget;
import dev.outrigger.wire.JsonTarget;
import dev.outrigger.wire.LinesTarget;
import dev.outrigger.wire.command.CommandTarget;
import dev.outrigger.wire.event.EventTarget;
import dev.outrigger.wire.rpc.RpcTarget;
import dev.outrigger.wire.tool.ToolAnswerTarget;
import dev.outrigger.workspace.catalogue.CatalogueTarget;
import dev.outrigger.workspace.conversations.ConversationTarget;
import dev.outrigger.workspace.conversations.FollowedTarget;
import dev.outrigger.workspace.conversations.IndexTarget;
import dev.outrigger.workspace.settings.TomlTarget;
import java.util.List;

/// Everything that reads foreign bytes before anybody agreed to them, or at every start.
final class Targets {
    static final List<Target> ALL = List.of(
            new JsonTarget(),
            new LinesTarget(),
            new CommandTarget(),
            new EventTarget(),
            new DescribeTarget(),
            new DescribeCacheTarget(),
            new RegistryTarget(),
            new LockTarget(),
            new TomlTarget(),
            new LocalTomlTarget(),
            new YamlTarget(),
            new ManifestTarget(),
            new ToolManifestTarget(),
            new ToolAnswerTarget(),
            new LocalAnswerTarget(),
            new RpcTarget(),
            new McpTarget(),
            new ReplyTarget(ReplyTarget.Provider.ANTHROPIC),
            new ReplyTarget(ReplyTarget.Provider.OPENAI),
            new ReplyTarget(ReplyTarget.Provider.OLLAMA),
            new SqlTarget(),
            new CapabilityTarget(),
            new ProxyTarget(),
            new SchemaTarget(),
            new TerminalTarget(),
            new ConversationTarget(false),
            new ConversationTarget(true),
            new FollowedTarget(),
            new IndexTarget(),
            new CatalogueTarget(),
            new StartTarget(),
            new ElfTarget(),
            new NameQuestionTarget());

    private Targets() {}
}
