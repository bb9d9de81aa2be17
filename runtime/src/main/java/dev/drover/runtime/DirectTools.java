package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.Media;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.ToolReport.Status;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.tool.Arguments;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Oversight;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import dev.drover.runtime.writer.Ticket;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The tools of a session, called by the host itself and not by the model.
///
/// A call has a schema, a timeout and events like any other, is undone by nobody, and is not in the
/// conversation. It may be made at any time, beside a run as well. Nobody is asked: the host is
/// trusted, unless it wants to be judged like the model, see [#governed].
///
/// Whoever interrupts the calling thread cancels the call. Safe for use by any thread.
public final class DirectTools {
  private static final String HOST = "host";

  private final Session session;
  private final Drover drover;
  private final Oversight oversight;

  DirectTools(Session session, Drover drover, Oversight oversight) {
    this.session = session;
    this.drover = drover;
    this.oversight = oversight;
  }

  /// The same tools, under the policy of the session: a call may be denied, and may wait until a
  /// person has answered.
  public DirectTools governed() {
    return new DirectTools(session, drover, Oversight.POLICY);
  }

  /// All of them, sorted by name.
  public List<ToolSpec> definitions() {
    return agent().tools().specs();
  }

  /// Those that the model knows of: all, but for what policy denies whatever the arguments are.
  public List<ToolSpec> shownToModel() {
    return drover.engine().offered(agent(), drover.archive().state(session.id()));
  }

  public List<String> names() {
    return definitions().stream().map(ToolSpec::name).toList();
  }

  /// Calls a tool and waits until it has ended.
  ///
  /// @param arguments strings, numbers, booleans, lists, maps and records
  /// @throws SessionClosed if the session is closed, or while the call is under way
  /// @throws SessionBusy if another process is at work in the session
  public ToolReport call(String tool, Map<String, ?> arguments) {
    return callWithJson(tool, json(tool, arguments));
  }

  private static String json(String tool, Map<String, ?> arguments) {
    try {
      return Arguments.json(arguments);
    } catch (IllegalArgumentException unwritable) {
      throw new ConfigurationInvalid(
          "arguments",
          "of %s: %s".formatted(tool, unwritable.getMessage()),
          "Give strings, numbers, booleans, lists, maps and records.");
    }
  }

  /// Calls a tool with arguments that are JSON already.
  public ToolReport callWithJson(String tool, String arguments) {
    session.requireOpen();
    var engine = drover.engine();
    var ticket = Ticket.ofCall(new RunId(engine.time().freshId("c-")));
    var state = drover.archive().state(session.id());
    var call = new ToolCall(ticket.run().value(), tool, engine.texts().settled(Text.of(arguments)));
    var judged = judged(state, call);
    var reply = new Pending<Reply>();
    engine.tell(session.id(), new Letter.Called(ticket, HOST, judged, reply));
    return switch (reply.awaitCalmly()) {
      case Reply.Committed _ -> {
        endBehindClose(ticket.run());
        yield end(ticket, state.position().seq());
      }
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(session.id(), detail);
      case Reply.Forwarded _, Reply.Existing _ ->
          throw new SessionBusy(session.id(), "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  /// A close that was over when the call arrived has not ended it.
  private void endBehindClose(RunId call) {
    if (session.hasBeenClosed()) {
      drover.cancel(session.id(), call, "close", "the session was closed");
    }
  }

  private JudgedCall judged(SessionState state, ToolCall call) {
    try {
      return drover.engine().judge(agent(), state, call, oversight);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("hooks that were asked about " + call.tool());
    }
  }

  public ToolReport read(String path) {
    return call("read", Map.of("path", path));
  }

  public ToolReport write(String path, String content) {
    return call("write", Map.of("path", path, "content", content));
  }

  /// Replaces a text that is in the file exactly once.
  public ToolReport edit(String path, String old, String replacement) {
    return call("edit", Map.of("path", path, "old", old, "new", replacement));
  }

  /// How many places of a text an edit changes.
  public enum Places {
    /// The only one there is: none, or several, and nothing is changed.
    ONE,
    ALL
  }

  /// Replaces a text in a file.
  public ToolReport edit(String path, String old, String replacement, Places places) {
    return call(
        "edit",
        Map.of("path", path, "old", old, "new", replacement, "replaceAll", places == Places.ALL));
  }

  /// Applies a patch, as a unified diff or in the envelope, as a whole or not at all.
  public ToolReport patch(String patch) {
    return call("patch", Map.of("patch", patch));
  }

  public ToolReport ls(String path) {
    return call("ls", Map.of("path", path));
  }

  public ToolReport glob(String pattern) {
    return call("glob", Map.of("pattern", pattern));
  }

  /// Searches the files of the workspace for a regular expression.
  public ToolReport grep(String pattern) {
    return call("grep", Map.of("pattern", pattern));
  }

  public ToolReport bash(String command) {
    return call("bash", Map.of("command", command));
  }

  private AgentSpec agent() {
    return Objects.requireNonNull(drover.engine().agent(session.agent()));
  }

  private ToolReport end(Ticket<Event.ToolSettled> ticket, long since) {
    return switch (awaited(ticket)) {
      case Ticket.Ended<Event.ToolSettled>(var settled) -> report(settled);
      case Ticket.LostSight<Event.ToolSettled> _ -> watched(ticket.run(), since);
    };
  }

  private Ticket.End<Event.ToolSettled> awaited(Ticket<Event.ToolSettled> ticket) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return ticket.end().await();
        } catch (InterruptedException stop) {
          interrupted = true;
          drover.cancel(session.id(), ticket.run(), HOST, "its caller was interrupted");
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Its end as the journal tells it: the way for a call that this process no longer drives.
  private ToolReport watched(RunId call, long since) {
    SessionId id = session.id();
    if (session.isClosed()) {
      throw new SessionClosed(id);
    }
    try (var events = drover.archive().eventsOnly(new Cursor(id, since))) {
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
          report(settled, Status.SUCCEEDED, drover.archive().read(text), media);
      case ToolOutcome.Failed(var text) ->
          report(settled, Status.FAILED, drover.archive().read(text), List.of());
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
