package dev.drover.runtime;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Input;
import dev.drover.kernel.Origin;
import dev.drover.kernel.Profile;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.hook.HookPoint.Beginning;
import dev.drover.runtime.hook.Hooks;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionExists;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Reply;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An immutable recipe, known to its runtime by name. Safe for use by any thread.
public final class Agent {
  private final Drover drover;
  private final String name;
  private final Identity identity;

  Agent(Drover drover, String name) {
    this(drover, name, Identity.NONE);
  }

  private Agent(Drover drover, String name, Identity identity) {
    this.drover = drover;
    this.name = name;
    this.identity = identity;
  }

  /// This agent at work for somebody: sessions that it creates carry the identity, and it finds
  /// those of the identity's tenant and no others. Without a tenant it finds all.
  public Agent as(Identity whom) {
    return new Agent(drover, name, whom);
  }

  public String name() {
    return name;
  }

  /// Opens a new session.
  public Session open() {
    return open(new SessionId(drover.engine().time().freshId("s-")), OpenMode.CREATE);
  }

  /// Opens the session with this id, and creates it if it is not there.
  public Session open(SessionId session) {
    return open(session, OpenMode.CREATE_OR_RESUME);
  }

  /// Opens the session with this id. A run that nobody drives is driven on. Each call gives a
  /// handle of its own: see [Session#close].
  ///
  /// @throws SessionExists if it must not be there and is
  /// @throws SessionNotFound if it must be there and is not; nothing was created
  /// @throws SessionDeleted if it was deleted, in any mode; nothing was created
  public Session open(SessionId session, OpenMode mode) {
    var hold = drover.handles().enter(session);
    boolean isOpened = false;
    try {
      var handle = mode == OpenMode.RESUME ? resume(hold) : open(hold, mode);
      isOpened = true;
      return handle;
    } finally {
      if (!isOpened) {
        hold.open().abandon(hold);
      }
    }
  }

  private Session open(SessionHold hold, OpenMode mode) {
    var session = hold.open().id();
    new ChildIds(drover).requireNotReserved(session);
    var spec = Objects.requireNonNull(drover.engine().agent(name));
    var opened =
        new Input.Opened(
            session, name, spec.workspace().toString(), spec.recipe(), identity, Origin.OWN);
    return switch (drover.tell(session, opened)) {
      case Reply.Committed _ -> handle(hold, Beginning.CREATED, null);
      case Reply.Existing _, Reply.Forwarded _ -> handle(hold, Beginning.RESUMED, null);
      // Deleted elsewhere, or taken by another tenant: neither to be found, nor free.
      case Reply.Ignored _ when archive().session(session).isEmpty() -> throw taken(session);
      case Reply.Ignored(var why, _) when why == Why.ALREADY_OPEN && mode == OpenMode.CREATE ->
          throw new SessionExists(session);
      case Reply.Ignored _ -> resume(hold);
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private Session resume(SessionHold hold) {
    var session = hold.open().id();
    var row = archive().session(session).orElseThrow(() -> missing(session));
    if (!row.agent().equals(name)) {
      throw new ConfigurationInvalid(
          "agent",
          "session %s belongs to agent '%s', not to '%s'".formatted(session, row.agent(), name),
          "Open it with its own agent.");
    }
    var state = drover.archive().state(session);
    requireChecker(session, state);
    var handle = handle(hold, beginning(state), state.profile());
    drover.engine().tell(session, new Letter.Look());
    SessionTasks.lookAfter(drover, state);
    return handle;
  }

  private static Beginning beginning(SessionState state) {
    return state.profile().origin() instanceof Origin.Forked(_, var at, _)
            && state.position().seq() == at + 1
        ? Beginning.FORKED
        : Beginning.RESUMED;
  }

  private DroverException missing(SessionId session) {
    return isDeleted(session) ? new SessionDeleted(session) : new SessionNotFound(session);
  }

  private DroverException taken(SessionId session) {
    return isDeleted(session) ? new SessionDeleted(session) : new SessionExists(session);
  }

  private boolean isDeleted(SessionId session) {
    return drover.engine().journal().isDeleted(session);
  }

  /// Whoever takes a watchman away must say so: the session is not opened without him.
  private void requireChecker(SessionId session, SessionState state) {
    var spec = Objects.requireNonNull(drover.engine().agent(name));
    drover
        .engine()
        .missingChecker(spec, state)
        .ifPresent(
            missing -> {
              throw new ConfigurationInvalid(
                  "checker",
                  "session %s was watched by the checker '%s', which agent '%s' does not have"
                      .formatted(session, missing, name),
                  "Build the agent with that checker.");
            });
  }

  private Archive archive() {
    return identity.tenant().isEmpty()
        ? drover.archive()
        : drover.tenant(identity.tenant()).archive();
  }

  /// Its hooks, for all its sessions. They can be changed at any time.
  public Hooks hooks() {
    return Objects.requireNonNull(drover.engine().agent(name)).governance().hooks();
  }

  /// Whom it can give work to. They can be changed at any time, for runs that begin later.
  public Roster subagents() {
    return new Roster(drover, name);
  }

  private Session handle(SessionHold hold, Beginning beginning, @Nullable Profile found) {
    return drover.handles().handle(hold, name, beginning, found);
  }
}
