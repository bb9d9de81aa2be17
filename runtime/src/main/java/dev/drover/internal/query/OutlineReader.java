package dev.drover.internal.query;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.query.RunOutline;
import dev.drover.query.RunSnapshot;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Builds an outline from the events of a run. Belongs to one thread.
public final class OutlineReader {
  private static final int PAGE = 500;

  private final StoredSessionQueries queries;
  private final RunSnapshot run;
  private final List<List<PlannedCall>> plans = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final Map<EffectId, String> outcomes = new HashMap<>();
  private String prompt = "";
  private String answer = "";
  private Usage usage = Usage.NONE;

  private OutlineReader(StoredSessionQueries queries, RunSnapshot run) {
    this.queries = queries;
    this.run = run;
  }

  static RunOutline of(StoredSessionQueries queries, RunId run) {
    var snapshot = queries.run(run).orElseThrow(() -> new RunNotFound(run));
    var outlining = new OutlineReader(queries, snapshot);
    each(queries, snapshot, item -> outlining.take(item.event()));
    return outlining.outline();
  }

  /// Visits the stored events of a run in order.
  public static void each(
      StoredSessionQueries queries, RunSnapshot run, Consumer<Notice.Happened> consumer) {
    var cursor = new Cursor(run.session(), run.firstSeq() - 1);
    boolean more = true;
    while (more) {
      var page = queries.page(cursor, PAGE);
      for (var item : page.items()) {
        if (item.event() instanceof Event.OfRun about && about.run().equals(run.run())) {
          consumer.accept(item);
        }
        if (item.event() instanceof Event.RunFinished end && end.run().equals(run.run())) {
          return;
        }
      }
      cursor = page.next();
      more = page.hasMore();
    }
  }

  private void take(Event event) {
    if (event instanceof Event.RunAccepted(_, var asked, _)) {
      prompt = queries.read(asked.text());
    } else if (event instanceof Event.ModelReplied(_, _, var reply)) {
      said.add(queries.read(reply.answer()));
      plans.add(List.of());
    } else if (event instanceof Event.ToolsPlanned(_, var calls) && !plans.isEmpty()) {
      plans.set(plans.size() - 1, calls);
    } else if (event instanceof Event.ToolSettled settled) {
      outcomes.put(settled.effect(), words(settled.outcome()));
    } else if (event instanceof Event.RunFinished finished) {
      answer = words(finished.outcome());
      usage = finished.usage();
    }
  }

  private RunOutline outline() {
    var turns = new ArrayList<RunOutline.Turn>();
    for (int i = 0; i < said.size(); i++) {
      turns.add(new RunOutline.Turn(said.get(i), plans.get(i).stream().map(this::made).toList()));
    }
    var model = queries.modelAt(run.session(), run.firstSeq());
    return new RunOutline(
        run.run(), run.session(), run.status(), model, prompt, turns, answer, usage);
  }

  private RunOutline.CallOutline made(PlannedCall plan) {
    var call = plan.call();
    return new RunOutline.CallOutline(
        call.tool(), queries.read(call.arguments()), outcomes.getOrDefault(plan.effect(), ""));
  }

  private String words(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, _) -> words("succeeded", content);
      case ToolOutcome.Failed(var reason) -> words("failed", reason);
      case ToolOutcome.Refused(var reason) -> "refused: " + reason;
      case ToolOutcome.Denied(var by, var reason) -> "denied by %s: %s".formatted(by, reason);
      case ToolOutcome.Unknown(var why) -> "unknown: " + why;
      case ToolOutcome.Cancelled(var why) -> "cancelled: " + why;
    };
  }

  private String words(String how, Text text) {
    return how + ": " + queries.read(text);
  }

  private String words(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed(var text, _, var ending) -> ending.withNotice(queries.read(text));
      case RunOutcome.Failed(var failure, var text) ->
          text.isEmpty() ? failure.problem().toString() : queries.read(text);
      case RunOutcome.HandedOff(var session, _, var text) ->
          "handed on to session %s: %s".formatted(session, queries.read(text));
      case RunOutcome.Cancelled(var by, var why) -> "cancelled by %s: %s".formatted(by, why);
    };
  }
}
