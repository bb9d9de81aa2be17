package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.e;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Chains of hand-offs.
@Tag("B15")
class HandOffChainLawTest {
  private static HandOff to(int number) {
    return new HandOff(
        new SessionId("s-" + number),
        new RunId("r-" + number),
        "billing",
        "/bills",
        Text.of("Go on."));
  }

  private static Decision request(SessionState state, int number) {
    return SessionMachine.decide(state, new Input.HandOffRequested(to(number), "ann"), NOW);
  }

  private static SessionState forked(SessionState state, String fork) {
    var input = new Input.Forked(new SessionId(fork), SESSION, "billing", "/bills", "ann");
    return ((Commit) SessionMachine.decide(state, input, NOW)).next();
  }

  @Test
  void theSuccessorExtendsTheChainAndHasNoSuccessor() {
    var handed = ((Commit) request(HandwrittenJournal.opened().state(), 7)).next();
    assertThat(handed.records().chain()).isEqualTo(new HandOffChain(0, new SessionId("s-7")));
    assertThat(forked(handed, "s-7").records().chain()).isEqualTo(new HandOffChain(1, null));
  }

  @Test
  @Tag("B12")
  void anyOtherForkBeginsANewChain() {
    var handed = ((Commit) request(HandwrittenJournal.opened().state(), 7)).next();
    assertThat(forked(handed, "s-fork").records().chain()).isEqualTo(HandOffChain.NONE);
    assertThat(forked(forked(handed, "s-7"), "s-fork").records().chain())
        .isEqualTo(HandOffChain.NONE);
  }

  @Test
  void aChainHasAtMostSixteenHandOffs() {
    var state = HandwrittenJournal.opened().state();
    for (int number = 2; number < 2 + HandOffChain.MOST; number++) {
      state = forked(((Commit) request(state, number)).next(), "s-" + number);
    }
    assertThat(state.records().chain()).isEqualTo(new HandOffChain(16, null));
    assertThat(request(state, 99))
        .isInstanceOfSatisfying(
            Ignore.class,
            no -> {
              assertThat(no.why()).isEqualTo(Why.NOT_ALLOWED);
              assertThat(no.detail()).contains("16 times");
            });
    assertThatThrownBy(() -> new HandOffChain(17, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("F2")
  void aChildSessionIsNotHandedOff() {
    var above = new SessionOrigin.Delegated(new SessionId("s-0"), e(5), TaskMode.FOREGROUND, 1);
    var opened = new Event.SessionOpened(SESSION, "clerk/explore", "/work", Identity.NONE, above);
    var state = SessionState.NEW.after(new RecordedEvent(1, NOW, opened));
    assertThat(request(state, 2))
        .isEqualTo(
            new Ignore(
                Why.NOT_ALLOWED,
                "a task is answered by the one it was given to; answer it yourself"));
  }

  @Test
  @Tag("B3")
  void aRunOnAGivenHistoryIsNotHandedOff() {
    var given = new Prompt(Text.of("And now?"), new Prompt.History.Given(List.of()), null);
    var state =
        HandwrittenJournal.opened()
            .then(new Event.RunAccepted(SampleValues.RUN, given, SampleValues.LIMITS))
            .state();
    assertThat(HandOffDecisions.refusal(state)).contains("a history of its own");
  }

  @Test
  void aQueuedRunContinuesUnderAValidId() {
    assertThat(HandOff.continuationRun(new RunId("r-2"))).isEqualTo(new RunId("h-r-2"));
    var longest = "r" + "x".repeat(62) + "y";
    assertThat(HandOff.continuationRun(new RunId(longest)).value()).hasSize(64).endsWith("xy");
  }
}
