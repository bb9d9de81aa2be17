package dev.drover.internal.direct;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.concurrent.EndFuture;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.handle.SessionReference;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.judge.CallOversight;
import dev.drover.internal.schema.ArgumentValidator;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.DirectTools;
import dev.drover.tool.DirectTools.ToolReport;
import dev.drover.tool.DirectTools.ToolReport.Status;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.Map;

/// Implements [DirectTools].
public final class HostToolCalls implements DirectTools {
  private static final String HOST = "host";
  private final SessionReference session;
  private final DirectCallServices services;
  private final CallOversight oversight;

  public HostToolCalls(
      SessionReference session, DirectCallServices services, CallOversight oversight) {
    this.session = session;
    this.services = services;
    this.oversight = oversight;
  }

  @Override
  public DirectTools governed() {
    return new HostToolCalls(session, services, CallOversight.POLICY);
  }

  @Override
  public List<ToolSpec> definitions() {
    return agent().tools().specs();
  }

  @Override
  public List<ToolSpec> shownToModel() {
    return services.policies().offered(agent(), services.queries().state(session.id()));
  }

  @Override
  public List<String> names() {
    return definitions().stream().map(ToolSpec::name).toList();
  }

  @Override
  public ToolReport call(String tool, Map<String, ?> arguments) {
    nonNull(tool, "tool");
    nonNull(arguments, "arguments");
    return callWithJson(tool, json(tool, arguments));
  }

  private static String json(String tool, Map<String, ?> arguments) {
    try {
      return ArgumentValidator.json(arguments);
    } catch (IllegalArgumentException unwritable) {
      throw new ConfigurationInvalid(
          "arguments",
          "of %s: %s".formatted(tool, unwritable.getMessage()),
          "Give strings, numbers, booleans, lists, maps and records.");
    }
  }

  @Override
  public ToolReport callWithJson(String tool, String arguments) {
    nonNull(tool, "tool");
    nonNull(arguments, "arguments");
    session.requireOpen();
    var ticket = EndFuture.ofCall(new RunId(services.time().freshId("c-")));
    var state = services.queries().state(session.id());
    var call =
        new ToolCall(ticket.run().value(), tool, services.texts().moveIfLarge(Text.of(arguments)));
    var judged = judged(state, call);
    var reply = new PendingResult<WriterReply>();
    services
        .messages()
        .submit(session.id(), new WriterMessage.SubmitDirectCall(ticket, HOST, judged, reply));
    return switch (reply.awaitUninterruptibly()) {
      case WriterReply.Committed _ -> {
        endBehindClose(ticket.run());
        yield end(ticket, state.position().seq());
      }
      case WriterReply.Ignored(_, var detail) -> throw new SessionBusy(session.id(), detail);
      case WriterReply.Forwarded _, WriterReply.Existing _ ->
          throw new SessionBusy(session.id(), "another process drives it");
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  /// A close that completed before the call arrived has not ended it, so it is ended here.
  private void endBehindClose(RunId call) {
    if (session.awaitClosed()) {
      services.cancellation().cancel(session.id(), call, "close", "the session was closed");
    }
  }

  private JudgedCall judged(SessionState state, ToolCall call) {
    try {
      return services.judge().judge(agent(), state, call, oversight);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("hooks that were asked about " + call.tool());
    }
  }

  @Override
  public ToolReport read(String path) {
    nonNull(path, "path");
    return call("read", Map.of("path", path));
  }

  @Override
  public ToolReport write(String path, String content) {
    nonNull(path, "path");
    nonNull(content, "content");
    return call("write", Map.of("path", path, "content", content));
  }

  @Override
  public ToolReport edit(String path, String old, String replacement) {
    nonNull(path, "path");
    nonNull(old, "old");
    nonNull(replacement, "replacement");
    return call("edit", Map.of("path", path, "old", old, "new", replacement));
  }

  @Override
  public ToolReport edit(String path, String old, String replacement, Places places) {
    nonNull(path, "path");
    nonNull(old, "old");
    nonNull(replacement, "replacement");
    nonNull(places, "places");
    return call(
        "edit",
        Map.of("path", path, "old", old, "new", replacement, "replaceAll", places == Places.ALL));
  }

  @Override
  public ToolReport patch(String patch) {
    nonNull(patch, "patch");
    return call("patch", Map.of("patch", patch));
  }

  @Override
  public ToolReport ls(String path) {
    nonNull(path, "path");
    return call("ls", Map.of("path", path));
  }

  @Override
  public ToolReport glob(String pattern) {
    nonNull(pattern, "pattern");
    return call("glob", Map.of("pattern", pattern));
  }

  @Override
  public List<String> globPaths(String pattern) {
    nonNull(pattern, "pattern");
    return new GlobPages(this).paths(pattern);
  }

  @Override
  public ToolReport grep(String pattern) {
    nonNull(pattern, "pattern");
    return call("grep", Map.of("pattern", pattern));
  }

  @Override
  public ToolReport bash(String command) {
    nonNull(command, "command");
    return call("bash", Map.of("command", command));
  }

  private AgentSpec agent() {
    return services
        .agents()
        .awaitFor(
            session.agent(),
            session.id(),
            () -> services.queries().state(session.id()).profile().identity());
  }

  private ToolReport end(EndFuture<Event.ToolSettled> ticket, long since) {
    return switch (awaited(ticket)) {
      case EndFuture.Ended<Event.ToolSettled>(var settled) -> report(settled);
      case EndFuture.OwnershipLost<Event.ToolSettled> _ -> watched(ticket.run(), since);
    };
  }

  private EndFuture.End<Event.ToolSettled> awaited(EndFuture<Event.ToolSettled> ticket) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return ticket.end().await();
        } catch (InterruptedException stop) {
          interrupted = true;
          services
              .cancellation()
              .cancel(session.id(), ticket.run(), HOST, "its caller was interrupted");
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Waits for the end of the call in the journal: for a call that this process no longer drives.
  private ToolReport watched(RunId call, long since) {
    SessionId id = session.id();
    if (session.isClosed()) {
      throw new SessionClosed(id);
    }
    try (var events = services.queries().eventsOnly(new Cursor(id, since))) {
      for (var next = events.next(); next.isPresent(); next = events.next()) {
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.ToolSettled settled
            && settled.run().equals(call)) {
          return report(settled);
        }
      }
    }
    throw new SessionClosed(id);
  }

  private ToolReport report(Event.ToolSettled settled) {
    return switch (settled.outcome()) {
      case ToolOutcome.Succeeded(var text, var media) ->
          report(settled, Status.SUCCEEDED, services.queries().read(text), media);
      case ToolOutcome.Failed(var text) ->
          report(settled, Status.FAILED, services.queries().read(text), List.of());
      case ToolOutcome.Refused(var why) -> report(settled, Status.REFUSED, why, List.of());
      case ToolOutcome.Denied(_, var why) -> report(settled, Status.DENIED, why, List.of());
      case ToolOutcome.Cancelled(var why) -> report(settled, Status.CANCELLED, why, List.of());
      case ToolOutcome.Unknown(var why) -> report(settled, Status.UNKNOWN, why, List.of());
    };
  }

  private static ToolReport report(
      Event.ToolSettled settled, Status status, String text, List<Media> media) {
    return new ToolReport(settled.run(), status, text, media, settled.labels());
  }
}
