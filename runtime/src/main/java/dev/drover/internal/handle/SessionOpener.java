package dev.drover.internal.handle;

import dev.drover.OpenMode;
import dev.drover.hook.HookPoint.SessionStartKind;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.ChildTasks;
import dev.drover.internal.task.ChildSessionIds;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.store.Journal;
import java.util.Objects;
import java.util.function.Function;

/// Opens sessions: creates or resumes them, and takes over runs that no process drives.
public record SessionOpener(
    SessionHandles handles,
    StoredSessionQueries queries,
    Function<String, StoredSessionQueries> tenants,
    AgentRegistry agents,
    EffectivePolicy policies,
    SessionInputs inputs,
    ChildTasks children,
    Journal journal) {
  /// The parameters of opening a session.
  ///
  /// @param agent the name of the agent that it belongs to
  /// @param handle creates the handle for the caller
  /// @param <H> the type of the handle
  public record Opening<H>(String agent, Identity identity, Function<OpenedSession, H> handle) {}

  public <H> H open(SessionId session, OpenMode mode, Opening<H> by) {
    var hold = handles.enter(session);
    boolean isOpened = false;
    try {
      var handle = mode == OpenMode.RESUME ? resume(hold, by) : open(hold, mode, by);
      isOpened = true;
      return handle;
    } finally {
      if (!isOpened) {
        hold.open().abandon(hold);
      }
    }
  }

  private <H> H open(SessionHold hold, OpenMode mode, Opening<H> by) {
    var session = hold.open().id();
    new ChildSessionIds(queries).requireNotReserved(session);
    var spec = agents.awaitFor(by.agent(), session, by::identity);
    var opened =
        new Input.Opened(
            session,
            by.agent(),
            spec.workspace().toString(),
            spec.recipe(),
            by.identity(),
            SessionOrigin.OWN);
    return switch (inputs.submit(session, opened)) {
      case WriterReply.Committed _ -> handle(hold, SessionStartKind.CREATED, by);
      case WriterReply.Existing _, WriterReply.Forwarded _ ->
          handle(hold, SessionStartKind.RESUMED, by);
      // Deleted elsewhere, or it belongs to another tenant: neither found, nor free.
      case WriterReply.Ignored _ when queries(by.identity()).session(session).isEmpty() ->
          throw taken(session);
      case WriterReply.Ignored(var why, _)
          when why == Why.ALREADY_OPEN && mode == OpenMode.CREATE ->
          throw new SessionExists(session);
      case WriterReply.Ignored _ -> resume(hold, by);
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  private <H> H resume(SessionHold hold, Opening<H> by) {
    var session = hold.open().id();
    var row = queries(by.identity()).session(session).orElseThrow(() -> missing(session));
    if (!row.agent().equals(by.agent())) {
      throw new ConfigurationInvalid(
          "agent",
          "session %s belongs to agent '%s', not to '%s'"
              .formatted(session, row.agent(), by.agent()),
          "Open it with its own agent.");
    }
    var state = queries.state(session);
    requireChecker(session, state, by.agent());
    var opened = new OpenedSession(hold, beginning(state), state.profile());
    agents.awaitFor(by.agent(), session, state.profile()::identity);
    var handle = handles.handle(opened, by.agent(), by.handle());
    inputs.messages().submit(session, new WriterMessage.CheckInbox());
    children.resumeTasks(state);
    return handle;
  }

  private static SessionStartKind beginning(SessionState state) {
    return state.profile().origin() instanceof SessionOrigin.Forked(_, var at, _)
            && state.position().seq() == at + 1
        ? SessionStartKind.FORKED
        : SessionStartKind.RESUMED;
  }

  private DroverException missing(SessionId session) {
    return isDeleted(session) ? new SessionDeleted(session) : new SessionNotFound(session);
  }

  private DroverException taken(SessionId session) {
    return isDeleted(session) ? new SessionDeleted(session) : new SessionExists(session);
  }

  private boolean isDeleted(SessionId session) {
    return journal.isDeleted(session);
  }

  /// Removing a checker must be explicit: the session is not opened without it.
  private void requireChecker(SessionId session, SessionState state, String agent) {
    var spec = Objects.requireNonNull(agents.find(agent));
    policies
        .missingChecker(spec, state)
        .ifPresent(
            missing -> {
              throw new ConfigurationInvalid(
                  "checker",
                  "session %s was watched by the checker '%s', which agent '%s' does not have"
                      .formatted(session, missing, agent),
                  "Build the agent with that checker.");
            });
  }

  private <H> H handle(SessionHold hold, SessionStartKind start, Opening<H> by) {
    return handles.handle(new OpenedSession(hold, start, null), by.agent(), by.handle());
  }

  private StoredSessionQueries queries(Identity identity) {
    return identity.tenant().isEmpty() ? queries : tenants.apply(identity.tenant());
  }
}
