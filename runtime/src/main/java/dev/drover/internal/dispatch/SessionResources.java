package dev.drover.internal.dispatch;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.artifact.ArtifactLimits;
import dev.drover.internal.artifact.ToolArtifacts;
import dev.drover.internal.hook.HookChain;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.state.SessionAncestry;
import dev.drover.internal.tool.SharedToolResources;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Resources for calls and judgements of any session: artifacts, hooks, objects that tools keep
/// between calls, and the labels of parent sessions. Safe for use by any thread.
public record SessionResources(
    ArtifactLimits artifactLimits,
    SessionAncestry ancestry,
    HookChainRegistry hookLines,
    SharedToolResources resources) {
  ArtifactAccess artifacts(SessionId session) {
    return new ToolArtifacts(session, artifactLimits);
  }

  Set<Label> labelsAbove(SessionId session) {
    return ancestry.labelsAbove(session);
  }

  /// @return null if no hook is registered
  @Nullable HookChain hooks(SessionId session, AgentSpec agent) {
    return hookLines.of(session, agent.governance().hooks());
  }

  <T extends AutoCloseable> T shared(SessionId session, Class<T> type, Supplier<T> first) {
    return resources.of(session, type, first);
  }
}
