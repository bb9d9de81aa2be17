package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Calls of one turn run in parallel if all of them allow it, else one after the other.
@Tag("D2")
class ParallelLawTest {
  private static final int MOST = 8;

  @Test
  void atMostEightCallsRunInParallelAndOneInOrder() {
    eachTurn(
        acting ->
            assertThat(count(acting, Stage.Started.class) + count(acting, Stage.Probing.class))
                .isLessThanOrEqualTo(isTogether(acting) ? MOST : 1));
  }

  @Test
  void aReadyCallWaitsOnlyIfAllSlotsAreUsed() {
    eachTurn(
        acting -> {
          if (isTogether(acting) && count(acting, Stage.Ready.class) > 0) {
            assertThat(count(acting, Stage.Started.class) + count(acting, Stage.Probing.class))
                .isEqualTo(MOST);
          }
        });
  }

  @Test
  void anInOrderCallStartsOnlyAfterAllEarlierOnesAreSettled() {
    eachTurn(
        acting -> {
          if (!isTogether(acting)) {
            boolean allBeforeSettled = true;
            for (var call : acting.calls()) {
              if (call.stage() instanceof Stage.Started) {
                assertThat(allBeforeSettled).isTrue();
              }
              allBeforeSettled &= call.stage() instanceof Stage.Settled;
            }
          }
        });
  }

  @Test
  @Tag("K2")
  void theOrderOfTheAnswersDoesNotChangeWhatTheModelSees() {
    var calls = new ArrayList<PlannedCall>();
    for (long n = 2; n <= 5; n++) {
      calls.add(planned(n, together(), ALLOW));
    }
    var running = HandwrittenJournal.acting(SampleValues.LIMITS, calls);
    for (long n = 2; n <= 5; n++) {
      running = running.then(SampleEvents.started(n, 1));
    }
    var expected = new ArrayList<Message>();
    expected.add(new Message.User(Text.of("Go.")));
    expected.add(new Message.Assistant(SampleValues.calling(calls).blocks(), Message.Ending.WHOLE));
    for (long n = 2; n <= 5; n++) {
      expected.add(new Message.ToolResult(e(n), "call-" + n, "send", outcome(n)));
    }
    for (var order : orders(List.of(2L, 3L, 4L, 5L))) {
      var state = running.state();
      for (long n : order) {
        var answer = new Input.ToolAnswered(e(n), outcome(n));
        state = ((Commit) SessionMachine.decide(state, answer, NOW)).next();
      }
      assertThat(state.conversation().messages()).isEqualTo(expected);
      assertThat(state.due()).extracting(Effect::id).containsExactly(e(6));
    }
  }

  private static ToolOutcome outcome(long effect) {
    return new ToolOutcome.Succeeded(Text.of("outcome of " + effect));
  }

  private static List<List<Long>> orders(List<Long> items) {
    if (items.isEmpty()) {
      return List.of(List.of());
    }
    var orders = new ArrayList<List<Long>>();
    for (var first : items) {
      var others = new ArrayList<>(items);
      others.remove(first);
      for (var rest : orders(others)) {
        var order = new ArrayList<Long>();
        order.add(first);
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  private static void eachTurn(Consumer<Acting> law) {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.after().phase() instanceof Acting acting) {
              law.accept(acting);
            }
          }
        });
  }

  private static boolean isTogether(Acting acting) {
    return acting.calls().stream().allMatch(call -> call.planned().terms().pace() == Pace.PARALLEL);
  }

  private static long count(Acting acting, Class<? extends Stage> stage) {
    return acting.calls().stream().map(OpenCall::stage).filter(stage::isInstance).count();
  }
}
