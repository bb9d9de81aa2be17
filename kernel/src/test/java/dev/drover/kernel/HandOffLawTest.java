package dev.drover.kernel;

import static dev.drover.kernel.Samples.NOW;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.e;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Chains of sessions that handed a conversation on.
@Tag("B15")
class HandOffLawTest {
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
  void theSuccessorIsOneLinkFurtherAndHasNoSuccessorItself() {
    var handed = ((Commit) request(Story.opened().state(), 7)).next();
    assertThat(handed.annals().chain()).isEqualTo(new Chain(0, new SessionId("s-7")));
    assertThat(forked(handed, "s-7").annals().chain()).isEqualTo(new Chain(1, null));
  }

  @Test
  @Tag("B12")
  void anyOtherForkBeginsALineOfItsOwn() {
    var handed = ((Commit) request(Story.opened().state(), 7)).next();
    assertThat(forked(handed, "s-fork").annals().chain()).isEqualTo(Chain.NONE);
    assertThat(forked(forked(handed, "s-7"), "s-fork").annals().chain()).isEqualTo(Chain.NONE);
  }

  @Test
  void sixteenLinksAreMadeAndNoMore() {
    var state = Story.opened().state();
    for (int number = 2; number < 2 + Chain.MOST; number++) {
      state = forked(((Commit) request(state, number)).next(), "s-" + number);
    }
    assertThat(state.annals().chain()).isEqualTo(new Chain(16, null));
    assertThat(request(state, 99))
        .isInstanceOfSatisfying(
            Ignore.class,
            no -> {
              assertThat(no.why()).isEqualTo(Why.NOT_ALLOWED);
              assertThat(no.detail()).contains("16 times");
            });
    assertThatThrownBy(() -> new Chain(17, null)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("F2")
  void aChildAnswersItsTaskItself() {
    var above = new Origin.Delegated(new SessionId("s-0"), e(5), TaskMode.FOREGROUND, 1);
    var opened = new Event.SessionOpened(SESSION, "clerk/explore", "/work", Identity.NONE, above);
    var state = SessionState.NEW.after(new Recorded(1, NOW, opened));
    assertThat(request(state, 2))
        .isEqualTo(
            new Ignore(
                Why.NOT_ALLOWED,
                "a task is answered by the one it was given to; answer it yourself"));
  }

  @Test
  @Tag("B3")
  void aRunOnAGivenHistoryIsNotHandedOn() {
    var given = new Prompt(Text.of("And now?"), new Prompt.History.Given(List.of()), null);
    var state =
        Story.opened().then(new Event.RunAccepted(Samples.RUN, given, Samples.LIMITS)).state();
    assertThat(Succession.refusal(state)).contains("a history of its own");
  }

  @Test
  void aRunThatWaitsGoesOnUnderANameThatFits() {
    assertThat(HandOff.continuing(new RunId("r-2"))).isEqualTo(new RunId("h-r-2"));
    var longest = "r" + "x".repeat(62) + "y";
    assertThat(HandOff.continuing(new RunId(longest)).value()).hasSize(64).endsWith("xy");
  }
}
