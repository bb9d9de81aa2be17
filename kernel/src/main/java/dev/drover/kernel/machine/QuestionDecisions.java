package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Text;

/// The decisions about questions of tools. The first answer counts, and the tool is then started
/// again under the same effect id.
final class QuestionDecisions {
  private static final String TIME = "time";

  private QuestionDecisions() {}

  static Decision asked(Draft draft, OpenCallContext site, Input.ToolAsked asked) {
    var call = site.call();
    if (!(call.stage() instanceof Stage.Started)) {
      return ToolCallDecisions.notRunning(site);
    }
    if (call.rounds() >= ToolQuestion.MOST_ROUNDS) {
      ToolCallDecisions.settle(
          draft,
          site,
          new ToolOutcome.Failed(
              Text.of(
                  "it asked more than %d questions, and was not called again"
                      .formatted(ToolQuestion.MOST_ROUNDS))));
      return TurnDecisions.proceed(draft);
    }
    var within = asked.answerers().timeout();
    draft.add(
        new Event.QuestionAsked(
            site.run(),
            site.effect(),
            call.rounds() + 1,
            asked.question(),
            asked.answerers().names(),
            within == null ? null : draft.at().plus(within)));
    return TurnDecisions.proceed(draft);
  }

  static Decision answered(Draft draft, OpenCallContext site, Input.AnswerGiven given) {
    if (!(site.call().stage() instanceof Stage.AwaitingAnswer asking)
        || asking.round() != given.round()) {
      return ToolCallDecisions.stale(
          "question %d of %s is not open".formatted(given.round(), site.effect()));
    }
    if (!asking.isAnswerableBy(given.by())) {
      return new Ignore(
          Why.NOT_ALLOWED,
          "%s may not answer; %s may".formatted(given.by(), String.join(", ", asking.answerers())));
    }
    return asking.isOver(draft.at())
        ? expired(draft, site, asking)
        : resume(draft, site, asking.round(), given.answer(), given.by());
  }

  static Decision expired(Draft draft, OpenCallContext site, Stage.AwaitingAnswer asking) {
    return resume(draft, site, asking.round(), new QuestionAnswer.Dismissed(), TIME);
  }

  private static Decision resume(
      Draft draft, OpenCallContext site, int round, QuestionAnswer answer, String by) {
    draft.add(new Event.QuestionAnswered(site.run(), site.effect(), round, answer, by));
    return TurnDecisions.proceed(draft);
  }
}
