package dev.drover.runtime.writer;

import dev.drover.kernel.Answer;
import dev.drover.kernel.AnswerType;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Origin;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Verdict;
import dev.drover.spi.store.Answering;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Change.Begins;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Says what events mean for the catalog. One pure function for all stores.
final class Projector {
  private static final int TITLE_LENGTH = 80;

  private Projector() {}

  /// @param before the state that the first of these entries found
  static List<Change> changes(SessionState before, List<Recorded> entries) {
    List<Change> changes = List.of();
    for (int i = 0; i < entries.size(); i++) {
      var entry = entries.get(i);
      var change =
          entry.event() instanceof Event.ApprovalRequested asked
              ? Optional.of(opened(call(before, entries, asked.effect()), asked, entry))
              : change(before, entry);
      if (change.isPresent()) {
        changes = plus(changes, change.get());
      }
      if (entry.event() instanceof Event.ApprovalAnswered answered) {
        var grant = grant(before, answered, entry);
        changes = grant.isPresent() ? plus(changes, grant.get()) : changes;
      }
      var settled = Settlements.of(before, entry);
      if (settled != null) {
        changes = plus(changes, settled);
      }
    }
    return changes;
  }

  /// Most decisions have one or none.
  private static List<Change> plus(List<Change> changes, Change next) {
    if (changes.isEmpty()) {
      return List.of(next);
    }
    var more = new ArrayList<>(changes);
    more.add(next);
    return more;
  }

  private static Optional<Change> change(SessionState before, Recorded entry) {
    var at = entry.at();
    return switch (entry.event()) {
      case Event.SessionOpened opened -> Optional.of(opened(opened, at));
      case Event.SessionForked(_, var source, _, var agent, var workspace, _) ->
          Optional.of(new Change.SessionForked(source, agent, workspace, at));
      case Event.RunAccepted(var run, _, _) when isWaiting(before, run) ->
          Optional.of(new Change.RunBegun(run, entry.seq(), at));
      case Event.RunAccepted(var run, var prompt, _) ->
          Optional.of(accepted(run, prompt, entry, Begins.AT_ONCE));
      case Event.PromptQueued(var run, var prompt, _, _) ->
          Optional.of(accepted(run, prompt, entry, Begins.LATER));
      case Event.TextSteered steered ->
          Optional.ofNullable(steered.key())
              .map(own -> new Change.MessageTaken(own, steered.run(), digest(steered)));
      case Event.RunFinished(var run, var outcome, _) ->
          Optional.of(new Change.RunFinished(run, entry.seq(), at, RunStatus.of(outcome)));
      case Event.ApprovalAnswered answered ->
          Optional.of(new Change.ApprovalClosed(answered.effect()));
      case Event.ToolSettled(_, var effect, _, _, _, _) when isAsking(before, effect) ->
          Optional.of(new Change.ApprovalClosed(effect));
      case Event.OfSession _,
          Event.BudgetWarned _,
          Event.DirectCallAccepted _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.UndoOrdered _,
          Event.RunRecovered _ ->
          Optional.empty();
    };
  }

  private static boolean isWaiting(SessionState before, RunId run) {
    return !before.backlog().queue().isEmpty()
        && before.backlog().queue().stream().anyMatch(queued -> queued.run().equals(run));
  }

  private static Change accepted(RunId run, Prompt prompt, Recorded entry, Begins begins) {
    return new Change.RunAccepted(
        run,
        entry.seq(),
        entry.at(),
        title(prompt.text()),
        prompt.key(),
        prompt.key() == null ? "" : digest(prompt),
        begins);
  }

  private static Change opened(Event.SessionOpened opened, Instant at) {
    return new Change.SessionOpened(
        opened.agent(),
        opened.workspace(),
        at,
        opened.identity(),
        opened.origin() instanceof Origin.Delegated above ? above.parent() : null);
  }

  private static Change opened(ToolCall call, Event.ApprovalRequested asked, Recorded entry) {
    return new Change.ApprovalOpened(
        asked.effect(),
        asked.run(),
        entry.at(),
        call,
        asked.why(),
        asked.grant(),
        asked.preview(),
        new Answering(asked.answerers(), asked.until()));
  }

  /// Tells one prompt from another: by the words that were sent, whatever hooks made of them, and
  /// by what went with them.
  static String digest(Prompt prompt) {
    var asked = digest(prompt.message(), prompt.rewording());
    return switch (prompt.answer()) {
      case AnswerType.Words _ -> asked;
      case AnswerType.Json(_, var schema, _) -> digest(Text.of(asked + digest(schema)));
    };
  }

  private static String digest(Event.TextSteered steered) {
    return digest(steered.message(), steered.rewording());
  }

  private static String digest(Message.User message, Rewording rewording) {
    var words = rewording.digest().isEmpty() ? digest(message.text()) : rewording.digest();
    return message.media().isEmpty() ? words : digest(Text.of(words + message.media()));
  }

  private static String digest(Text prompt) {
    return switch (prompt) {
      case Text.Inline(var value) -> Blobs.nameOf(Bytes.of(value)).sha256();
      case Text.Stored(var blob, _) -> blob.sha256();
    };
  }

  private static String title(Text prompt) {
    return switch (prompt) {
      case Text.Inline(var value) -> {
        int end = value.indexOf('\n') < 0 ? value.length() : value.indexOf('\n');
        yield value.substring(0, value.offsetByCodePoints(0, shortened(value, end)));
      }
      case Text.Stored(_, var bytes) -> "(a prompt of %d bytes)".formatted(bytes);
    };
  }

  private static int shortened(String value, int end) {
    return Math.min(value.codePointCount(0, end), TITLE_LENGTH);
  }

  private static Optional<Change> grant(
      SessionState before, Event.ApprovalAnswered answered, Recorded entry) {
    return answered.answer() instanceof Answer.Yes(var scope) && scope == Answer.Scope.ALWAYS
        ? before
            .call(answered.effect())
            .filter(call -> call.planned().verdict() instanceof Verdict.Ask)
            .map(call -> ((Verdict.Ask) call.planned().verdict()).grant())
            .map(rule -> new Change.RuleGranted(rule, answered.by(), entry.at(), answered.effect()))
        : Optional.empty();
  }

  private static boolean isAsking(SessionState before, EffectId effect) {
    return before
        .call(effect)
        .filter(call -> call.stage() instanceof OpenCall.Stage.Asking)
        .isPresent();
  }

  /// A call is mostly asked about where it is planned, and so is not in the state yet.
  private static ToolCall call(SessionState before, List<Recorded> entries, EffectId effect) {
    return entries.stream()
        .flatMap(entry -> planned(entry.event()))
        .filter(planned -> planned.effect().equals(effect))
        .findFirst()
        .or(() -> before.call(effect).map(OpenCall::planned))
        .orElseThrow(
            () -> new IllegalStateException(effect + " is asked about and was never planned"))
        .call();
  }

  static Stream<PlannedCall> planned(Event event) {
    if (event instanceof Event.ToolsPlanned(_, var calls)) {
      return calls.stream();
    }
    return event instanceof Event.DirectCallAccepted(_, _, var call)
        ? Stream.of(call)
        : Stream.empty();
  }
}
