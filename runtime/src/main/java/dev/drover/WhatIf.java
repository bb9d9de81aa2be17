package dev.drover;

import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.OutlineReader;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.query.RunDiff;
import dev.drover.query.RunSnapshot;
import dev.drover.session.ForkPoint;
import dev.drover.spi.Bytes;
import dev.drover.tool.AnswerSchema;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An alternative to a run: its session is forked before one of the run's turns, something is
/// changed there, and a new run continues in the fork. The original is not changed; [#compare]
/// compares the two.
///
/// Before the first turn, the fork receives the original prompt. Before a later turn, the open turn
/// is interrupted in the fork, and the model is asked to continue.
///
/// An immutable value: each method returns a new one. Safe for use by any thread.
///
/// @param run the original
/// @param turn the turn before which the fork is made, counted from 1
/// @param agent the agent of the fork; null for the session's own
/// @param prompt the prompt of the fork; null for the original prompt, or for one that asks to
///   continue
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
  /// @param by the person or program that edits; recorded in the journal of the fork
  public record Edit(EffectId call, ToolOutcome outcome, String by) {}

  /// The same run again, unchanged.
  ///
  /// @throws RunNotFound if there is no such run
  public static WhatIf of(Drover drover, RunId run) {
    if (drover.queries().run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
    return new WhatIf(drover, run, 1, null, null, List.of());
  }

  /// Forks before this turn.
  public WhatIf beforeTurn(int number) {
    return new WhatIf(drover, run, number, agent, prompt, edits);
  }

  /// Uses another agent: another model, other instructions, other tools.
  public WhatIf with(Agent other) {
    return new WhatIf(drover, run, turn, other, prompt, edits);
  }

  /// Uses another prompt.
  public WhatIf saying(String words) {
    return new WhatIf(drover, run, turn, agent, words, edits);
  }

  /// Changes the outcome of a call that was made before the turn.
  ///
  /// @param by the person or program that edits; recorded in the journal of the fork
  public WhatIf editing(EffectId call, ToolOutcome outcome, String by) {
    var more = new ArrayList<>(edits);
    more.add(new Edit(call, outcome, by));
    return new WhatIf(drover, run, turn, agent, prompt, more);
  }

  /// Creates the fork and starts a run in it.
  ///
  /// If this throws, a fork that was already created is deleted.
  ///
  /// @throws CursorInvalid if the run has no such turn, or has not begun, or was trimmed, or a call
  ///   whose outcome is edited is not in the fork
  public Run start() {
    var snapshot = drover.queries().run(run).orElseThrow(() -> new RunNotFound(run));
    var events = new ArrayList<Notice.Happened>();
    OutlineReader.each(drover.storedQueries(), snapshot, events::add);
    var place = ForkPoint.at(place(snapshot, events));
    var ask = ask(events);
    var fork =
        drover.fork(snapshot.session(), agent == null ? place : place.withAgent(agent.name()));
    try {
      return started(fork, ask);
    } catch (DroverException failed) {
      drover.delete(fork);
      throw failed;
    }
  }

  private Run started(SessionId fork, Ask ask) {
    edits.forEach(edit -> edit(fork, edit));
    var name = drover.queries().session(fork).orElseThrow().agent();
    var session = new Agent(drover, name).open(fork, OpenMode.RESUME);
    try {
      return session.send(ask);
    } finally {
      drover.forget(session);
    }
  }

  private void edit(SessionId fork, Edit edit) {
    var input = new Input.EditRequested(edit.call(), edit.outcome(), edit.by());
    switch (drover.sessionServices().budgets().inputs().submit(fork, input)) {
      case WriterReply.Committed _ -> {}
      case WriterReply.Refused(var problem) -> throw problem;
      case WriterReply.Ignored _, WriterReply.Existing _, WriterReply.Forwarded _ ->
          throw new CursorInvalid(
              "no outcome of %s is known before turn %d of run %s"
                  .formatted(edit.call(), turn, run));
    }
  }

  /// Compares the original with another run.
  ///
  /// @throws RunNotFound if there is no such run
  public RunDiff compare(RunId other) {
    return drover.queries().diff(run, other);
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
    var queries = drover.queries();
    var ask = Ask.of(queries.read(original.text()));
    for (var media : original.media()) {
      var content = queries.content(media.content());
      if (content.isPresent()) {
        ask = ask.with(new Attachment(media.type(), Bytes.of(content.get()), media.name()));
      }
    }
    if (original.history() instanceof Prompt.History.Given(var messages)) {
      ask = ask.withHistory(messages);
    }
    return original.answer() instanceof AnswerType.Json(var name, var schema, _)
        ? ask.wanting(AnswerSchema.of(name, queries.read(schema)))
        : ask;
  }
}
