package dev.drover.runtime;

import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionNotFound;
import org.jspecify.annotations.Nullable;

/// The part of a store that belongs to one tenant, for a host that answers a request of theirs.
/// What is another's is not there: it is not listed, not found, and cannot be answered or
/// cancelled.
///
/// Sessions get their tenant when they are opened, through [Agent#as]. Safe for use by any thread.
public final class Tenant {
  private final Drover drover;
  private final String name;
  private final Archive archive;

  Tenant(Drover drover, String name) {
    this.drover = drover;
    this.name = name;
    this.archive = new Archive(drover.engine(), name);
  }

  public String name() {
    return name;
  }

  /// Everything that can be read.
  public Archive archive() {
    return archive;
  }

  /// Questions to people, and their answers.
  public Approvals approvals() {
    return new Approvals(drover, archive);
  }

  /// Rules that people granted for always in this tenant's sessions.
  public Grants grants() {
    return new Grants(drover, name::equals);
  }

  /// Calls that are carried out elsewhere, and how they end.
  public Deferrals deferrals() {
    return new Deferrals(drover, archive);
  }

  /// See [Drover#cancel].
  ///
  /// @throws SessionNotFound if there is no such session
  public boolean cancel(SessionId session, @Nullable RunId run, String by, String why) {
    if (archive.session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return drover.cancel(session, run, by, why);
  }

  /// See [Drover#delete].
  ///
  /// @return false if there is no such session
  public boolean delete(SessionId session) {
    return archive.session(session).isPresent() && drover.delete(session);
  }

  /// See [Drover#fork].
  ///
  /// @throws SessionNotFound if there is no such session
  public SessionId fork(SessionId source, Fork fork) {
    return new Forking(drover, archive).fork(source, fork);
  }

  /// See [Drover#undo].
  ///
  /// @throws RunNotFound if there is no such run
  public UndoReport undo(RunId run, String by) {
    if (archive.run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
    return drover.undo(run, by);
  }
}
