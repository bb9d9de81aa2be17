package dev.drover.runtime;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.tool.AnswerSchema;
import dev.drover.runtime.watch.Notice;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Another course that a run could have taken: its session is forked before one of the run's turns,
/// something is different there, and a run of its own goes on. The original is not touched; how the
/// two compare says [#compare].
///
/// Before the first turn the fork is asked what the run was asked. Before a later turn the open
/// turn is interrupted in the fork, and it is told to go on.
///
/// A value: each method gives another one. Safe for use by any thread.
///
/// @param run the original
/// @param turn before which the fork is made, counted from 1
/// @param agent that goes on; null for the session's own
/// @param prompt what it is told; null for what the run was asked, or to go on
/// @param edits outcomes of calls that are different in the fork
public record WhatIf(
    Drover drover,
    RunId run,
    int turn,
    @Nullable Agent agent,
    @Nullable String prompt,
    List<Edit> edits) {
  private static final String GO_ON = "Go on.";

  public WhatIf {
    edits = List.copyOf(edits);
    if (turn < 1) {
      throw new IllegalArgumentException("turns are counted from 1: " + turn);
    }
  }

  /// Another outcome of a call.
  ///
  /// @param by who says so; it is in the journal of the fork
  public record Edit(EffectId call, ToolOutcome outcome, String by) {}

  /// The same run again.
  ///
  /// @throws RunNotFound if there is no such run
  public static WhatIf of(Drover drover, RunId run) {
    if (drover.archive().run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
    return new WhatIf(drover, run, 1, null, null, List.of());
  }

  /// From before that turn on.
  public WhatIf beforeTurn(int number) {
    return new WhatIf(drover, run, number, agent, prompt, edits);
  }

  /// With another agent: another model, other instructions, other tools.
  public WhatIf with(Agent other) {
    return new WhatIf(drover, run, turn, other, prompt, edits);
  }

  /// With other words.
  public WhatIf saying(String words) {
    return new WhatIf(drover, run, turn, agent, words, edits);
  }

  /// With another outcome of a call that was made before the turn.
  ///
  /// @param by who says so; it is in the journal of the fork
  public WhatIf editing(EffectId call, ToolOutcome outcome, String by) {
    var more = new ArrayList<>(edits);
    more.add(new Edit(call, outcome, by));
    return new WhatIf(drover, run, turn, agent, prompt, more);
  }

  /// Forks, and starts a run there.
  ///
  /// If it throws, nothing is left of a fork that was made.
  ///
  /// @throws CursorInvalid if the run has no such turn, or has not begun, or it was trimmed, or a
  ///   call whose outcome is edited is not known there
  public Run start() {
    var snapshot = drover.archive().run(run).orElseThrow(() -> new RunNotFound(run));
    var events = new ArrayList<Notice.Happened>();
    Outlining.each(drover.archive(), snapshot, events::add);
    var place = Fork.at(place(snapshot, events));
    var ask = ask(events);
    var fork = drover.fork(snapshot.session(), agent == null ? place : place.with(agent));
    try {
      return started(fork, ask);
    } catch (DroverException failed) {
      drover.delete(fork);
      throw failed;
    }
  }

  private Run started(SessionId fork, Ask ask) {
    edits.forEach(edit -> edit(fork, edit));
    var name = drover.archive().session(fork).orElseThrow().agent();
    var session = new Agent(drover, name).open(fork, OpenMode.RESUME);
    try {
      return session.send(ask);
    } finally {
      drover.handles().forget(session);
    }
  }

  private void edit(SessionId fork, Edit edit) {
    var input = new Input.EditRequested(edit.call(), edit.outcome(), edit.by());
    switch (drover.tell(fork, input)) {
      case Reply.Committed _ -> {}
      case Reply.Refused(var problem) -> throw problem;
      case Reply.Ignored _, Reply.Existing _, Reply.Forwarded _ ->
          throw new CursorInvalid(
              "no outcome of %s is known before turn %d of run %s"
                  .formatted(edit.call(), turn, run));
    }
  }

  /// How the original and another run compare.
  ///
  /// @throws RunNotFound if there is no such run
  public RunDiff compare(RunId other) {
    return drover.archive().diff(run, other);
  }

  private long place(RunSnapshot snapshot, List<Notice.Happened> events) {
    if (turn == 1) {
      return snapshot.firstSeq() - 1;
    }
    return events.stream()
        .filter(item -> item.event() instanceof Event.ModelReplied)
        .skip(turn - 1L)
        .mapToLong(item -> item.seq() - 1)
        .findFirst()
        .orElseThrow(
            () ->
                new CursorInvalid(
                    "run %s has no turn %d that its model has answered".formatted(run, turn)));
  }

  private Ask ask(List<Notice.Happened> events) {
    if (prompt != null || turn > 1) {
      return Ask.of(prompt == null ? GO_ON : prompt);
    }
    return events.stream()
        .map(Notice.Happened::event)
        .filter(Event.RunAccepted.class::isInstance)
        .map(event -> ask(((Event.RunAccepted) event).prompt()))
        .findFirst()
        .orElseThrow(
            () ->
                new CursorInvalid(
                    "run %s has not begun, or its beginning was trimmed".formatted(run)));
  }

  private Ask ask(Prompt original) {
    var archive = drover.archive();
    var ask = Ask.of(archive.read(original.text()));
    for (var media : original.media()) {
      var content = archive.content(media.content());
      if (content.isPresent()) {
        ask = ask.with(new Attachment(media.type(), Bytes.of(content.get()), media.name()));
      }
    }
    if (original.history() instanceof Prompt.History.Given(var messages)) {
      ask = ask.withHistory(messages);
    }
    return original.answer() instanceof AnswerType.Json(var name, var schema, _)
        ? ask.wanting(AnswerSchema.of(name, archive.read(schema)))
        : ask;
  }
}
