package dev.drover.internal.mcp;

import dev.drover.internal.agent.PinnedDefinition;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Optional;

/// A tool of a server. A call is judged on one definition and refused if that was replaced before
/// the call was made. A server that is not trusted cannot declare its tools harmless.
///
/// @param spec of the tool, as strict as the trust in its server requires
public record PinnedTool(McpServer server, ServerTool pinned, ToolSpec spec)
    implements AgentTool, PinnedDefinition {
  private static final DataFlow FOREIGN =
      new DataFlow(DataFlow.Origin.OUTSIDE, DataFlow.Reach.LEAVES);

  private static final CallTerms UNTRUSTED =
      new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.TELL_MODEL, CallTerms.Pace.IN_ORDER);

  static PinnedTool of(McpServer server, ServerTool tool) {
    var own = tool.tool().spec();
    return new PinnedTool(
        server,
        tool,
        isTrusted(server)
            ? own
            : new ToolSpec(
                own.name(),
                own.description(),
                own.schema(),
                UNTRUSTED,
                own.timeout(),
                own.outputLimit()));
  }

  private static boolean isTrusted(McpServer server) {
    return server.trust() == McpServer.Trust.TRUSTED;
  }

  @Override
  public String digest() {
    return pinned.digest();
  }

  @Override
  public String definition() {
    return pinned.definition();
  }

  /// The digest comes first, so that the basis of the tool itself can be anything.
  @Override
  public String basis(ToolInvocation call) {
    var own = pinned.tool().basis(call);
    return own.isEmpty() ? pinned.digest() : pinned.digest() + " " + own;
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws Exception {
    if (!call.basis().equals(pinned.digest()) && !call.basis().startsWith(pinned.digest() + " ")) {
      return new ToolOutcome.Failed(
          Text.of(
              "the server %s has changed the definition of %s since the call was planned; it was"
                      .formatted(server.name(), spec.name())
                  + " not called. Read its description again."));
    }
    return pinned.tool().call(call);
  }

  @Override
  public ProbeResult probe(ToolInvocation call) throws Exception {
    return pinned.tool().probe(call);
  }

  @Override
  public DeferredCallNews news(String handle, ToolInvocation call) throws Exception {
    return pinned.tool().news(handle, call);
  }

  @Override
  public String preview(ToolInvocation call) {
    return pinned.tool().preview(call);
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return pinned.tool().subjects(call);
  }

  @Override
  public Optional<String> target(ToolInvocation call, String path) {
    return pinned.tool().target(call, path);
  }

  @Override
  public Optional<String> escalation(ToolInvocation call) {
    return pinned.tool().escalation(call);
  }

  @Override
  public ToolIsolation isolation() {
    return pinned.tool().isolation();
  }

  @Override
  public DataFlow dataFlow() {
    return isTrusted(server) ? pinned.tool().dataFlow() : FOREIGN;
  }
}
