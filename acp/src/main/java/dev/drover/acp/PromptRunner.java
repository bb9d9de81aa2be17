package dev.drover.acp;

import dev.drover.Ask;
import dev.drover.RunReport;
import dev.drover.acp.PromptTurn.TurnEnd;
import dev.drover.acp.update.EditorUpdate.AgentText;
import dev.drover.acp.wire.PromptReader.ReadPrompt;
import dev.drover.commands.SlashCommandOutcome;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.DroverException;

/// Carries out one prompt: a command, or a run that is waited for.
record PromptRunner(EditorSession session, PromptTurn turn) {
  StopReason run(ReadPrompt prompt) throws Exception {
    session.begin(turn);
    try {
      return turn.isCancelled() ? StopReason.CANCELLED : command(prompt);
    } catch (DroverException failed) {
      if (turn.isCancelled()) {
        return StopReason.CANCELLED;
      }
      throw failed;
    } finally {
      session.end(turn);
    }
  }

  private StopReason command(ReadPrompt prompt) throws Exception {
    if (!prompt.attachments().isEmpty() || !prompt.text().startsWith("/")) {
      return send(prompt);
    }
    SlashCommandOutcome outcome;
    turn.working();
    try {
      outcome = session.workspace().commands().run(session.session(), prompt.text());
    } finally {
      turn.worked();
    }
    return switch (outcome) {
      case SlashCommandOutcome.NotACommand _ -> send(prompt);
      case SlashCommandOutcome.Prompted(var text) ->
          send(new ReadPrompt(text, prompt.attachments()));
      case SlashCommandOutcome.Done(var reply) -> say(reply);
      case SlashCommandOutcome.Switched(_, var reply) -> say(reply);
      case SlashCommandOutcome.Failed(var problem) -> say(problem.toString());
      case SlashCommandOutcome.Unknown unknown -> say(unknown.problem().toString());
    };
  }

  private StopReason say(String text) {
    if (turn.isCancelled()) {
      return StopReason.CANCELLED;
    }
    session.updates().send(new AgentText(turn.key().value(), text));
    return StopReason.END_TURN;
  }

  /// A run that was continued may still be in progress; then the prompt waits for its end.
  private StopReason send(ReadPrompt prompt) throws Exception {
    var ask = Ask.of(prompt.text()).withKey(turn.key().value()).whenBusy(WhenBusy.QUEUE);
    for (var attachment : prompt.attachments()) {
      ask = ask.with(attachment);
    }
    var run = session.session().send(ask);
    turn.started(run);
    if (!run.session().equals(session.session().id())) {
      return elsewhere(run.await());
    }
    session.expect(turn, run.id());
    var end = turn.await();
    if (turn.isCancelled()) {
      return StopReason.CANCELLED;
    }
    return switch (end) {
      case TurnEnd.Lost(var problem) -> throw AcpProblems.error(problem);
      case TurnEnd.Finished(var outcome) -> reason(outcome);
    };
  }

  private static StopReason reason(RunOutcome outcome) throws Exception {
    var reason = StopReason.of(outcome);
    if (reason.isPresent()) {
      return reason.get();
    }
    if (outcome instanceof RunOutcome.Failed(var failure, _)) {
      throw AcpProblems.error(failure.problem());
    }
    throw new IllegalStateException("only a failure has no stop reason");
  }

  /// The conversation was handed off: another session answers.
  private StopReason elsewhere(RunReport report) throws Exception {
    if (turn.isCancelled() || report.status() == RunStatus.CANCELLED) {
      return StopReason.CANCELLED;
    }
    var failure = report.failure();
    if (failure != null) {
      throw AcpProblems.error(failure.problem());
    }
    say(report.text());
    return report.ending() == AnswerEnding.CUT ? StopReason.MAX_TOKENS : StopReason.END_TURN;
  }
}
