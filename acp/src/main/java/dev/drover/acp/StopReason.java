package dev.drover.acp;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import java.util.Locale;
import java.util.Optional;

/// Why a prompt is over, as the protocol says it.
enum StopReason {
  END_TURN,
  MAX_TOKENS,
  MAX_TURN_REQUESTS,
  REFUSAL,
  CANCELLED;

  private static final String ANSWER_CUT = "answer_cut";
  private static final String MODEL_REFUSED = "model_refused";

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// @return empty if the run failed: then the answer is an error
  static Optional<StopReason> of(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed(_, _, var ending) ->
          Optional.of(ending == AnswerEnding.CUT ? MAX_TOKENS : END_TURN);
      case RunOutcome.HandedOff _ -> Optional.of(END_TURN);
      case RunOutcome.Cancelled _ -> Optional.of(CANCELLED);
      case RunOutcome.Failed(var failure, _) ->
          switch (failure.problem().code()) {
            case RunLimits.OUT_OF_TURNS, RunLimits.LOOP_DETECTED -> Optional.of(MAX_TURN_REQUESTS);
            case RunLimits.BUDGET_EXHAUSTED, ANSWER_CUT -> Optional.of(MAX_TOKENS);
            case MODEL_REFUSED -> Optional.of(REFUSAL);
            default -> Optional.empty();
          };
    };
  }
}
