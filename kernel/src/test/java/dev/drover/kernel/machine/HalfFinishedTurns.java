package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static dev.drover.kernel.machine.SampleValues.unsafe;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import java.util.List;
import java.util.stream.LongStream;

/// The half-finished turns that the tables start from.
final class HalfFinishedTurns {
  /// e2 and e3 run in parallel.
  static final HandwrittenJournal BOTH_RUN =
      HandwrittenJournal.acting(planned(2, together(), ALLOW), planned(3, together(), ALLOW))
          .then(SampleEvents.started(2, 1), SampleEvents.started(3, 1));

  /// e2 is settled, e3 runs.
  static final HandwrittenJournal ONE_LEFT = BOTH_RUN.then(SampleEvents.settled(2, FINE));

  /// e2 runs, e3 waits for its turn.
  static final HandwrittenJournal IN_ORDER =
      HandwrittenJournal.acting(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ALLOW))
          .then(SampleEvents.started(2, 1));

  /// A person is asked about e2, and e3 waits for its turn.
  static final HandwrittenJournal ASKED_IN_ORDER =
      HandwrittenJournal.acting(planned(2, inOrder(), ASK), planned(3, inOrder(), ALLOW))
          .then(SampleEvents.asked(2));

  /// e2 runs, and a person is asked about e3 meanwhile.
  static final HandwrittenJournal RUNNING_BEFORE_A_QUESTION =
      HandwrittenJournal.acting(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ASK))
          .then(SampleEvents.asked(3), SampleEvents.started(2, 1));

  /// A person is asked about e2, and e3 runs.
  static final HandwrittenJournal ASKED_BESIDE =
      HandwrittenJournal.acting(planned(2, together(), ASK), planned(3, together(), ALLOW))
          .then(SampleEvents.asked(2), SampleEvents.started(3, 1));

  /// A person is asked about e2, and nothing else is open.
  static final HandwrittenJournal ASKED_ALONE =
      HandwrittenJournal.acting(planned(2, together(), ASK)).then(SampleEvents.asked(2));

  /// e2 to e9 run, which is the maximum; e10 waits for a slot.
  static final HandwrittenJournal FULL = full();

  /// The outcome of e2 was lost in a crash, and its tool is finding out.
  static final HandwrittenJournal PROBING =
      HandwrittenJournal.acting(planned(2, unsafe(AfterCrash.PROBE), ALLOW))
          .then(SampleEvents.started(2, 1), SampleEvents.recovered(2));

  /// e2 has been lost twice, which is the number of attempts that [SampleValues#LIMITS] allow.
  static final HandwrittenJournal PROBING_THE_LAST_ATTEMPT =
      PROBING.then(SampleEvents.started(2, 2), SampleEvents.recovered(2));

  /// e2 was lost in a crash, and a person is asked whether to run it again.
  static final HandwrittenJournal ASKED_AGAIN =
      HandwrittenJournal.acting(planned(2, unsafe(AfterCrash.ASK_PERSON), ALLOW))
          .then(SampleEvents.started(2, 1), SampleEvents.recovered(2), SampleEvents.askedAgain(2));

  private HalfFinishedTurns() {}

  private static HandwrittenJournal full() {
    var calls = LongStream.rangeClosed(2, 10).mapToObj(n -> planned(n, together(), ALLOW)).toList();
    var story = HandwrittenJournal.acting(SampleValues.LIMITS, calls);
    for (long n = 2; n <= 9; n++) {
      story = story.then(SampleEvents.started(n, 1));
    }
    return story;
  }

  /// One running call under these terms, begun for the `attempts`-th time.
  static HandwrittenJournal running(CallTerms terms, int attempts) {
    return HandwrittenJournal.acting(SampleValues.LIMITS, List.of(planned(2, terms, ALLOW)))
        .then(SampleEvents.started(2, attempts));
  }
}
