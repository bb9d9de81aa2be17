package dev.drover.kernel;

import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.inOrder;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;
import static dev.drover.kernel.Samples.unsafe;

import dev.drover.kernel.CallTerms.AfterCrash;
import java.util.List;
import java.util.stream.LongStream;

/// The half-finished turns that the tables start from.
final class Turn {
  /// e2 and e3 run side by side.
  static final Story BOTH_RUN =
      Story.acting(planned(2, together(), ALLOW), planned(3, together(), ALLOW))
          .then(Facts.started(2, 1), Facts.started(3, 1));

  /// e2 is settled, e3 runs.
  static final Story ONE_LEFT = BOTH_RUN.then(Facts.settled(2, FINE));

  /// e2 runs, e3 waits for its turn.
  static final Story IN_ORDER =
      Story.acting(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ALLOW))
          .then(Facts.started(2, 1));

  /// A person is asked about e2, and e3 waits for its turn.
  static final Story ASKED_IN_ORDER =
      Story.acting(planned(2, inOrder(), ASK), planned(3, inOrder(), ALLOW)).then(Facts.asked(2));

  /// e2 runs, and a person is asked about e3 meanwhile.
  static final Story RUNNING_BEFORE_A_QUESTION =
      Story.acting(planned(2, inOrder(), ALLOW), planned(3, inOrder(), ASK))
          .then(Facts.asked(3), Facts.started(2, 1));

  /// A person is asked about e2, and e3 runs.
  static final Story ASKED_BESIDE =
      Story.acting(planned(2, together(), ASK), planned(3, together(), ALLOW))
          .then(Facts.asked(2), Facts.started(3, 1));

  /// A person is asked about e2, and nothing else is open.
  static final Story ASKED_ALONE = Story.acting(planned(2, together(), ASK)).then(Facts.asked(2));

  /// e2 to e9 run, which is as many as may; e10 waits for a place.
  static final Story FULL = full();

  /// The outcome of e2 was lost in a crash, and its tool is finding out.
  static final Story PROBING =
      Story.acting(planned(2, unsafe(AfterCrash.PROBE), ALLOW))
          .then(Facts.started(2, 1), Facts.recovered(2));

  /// e2 has been lost twice, which is as often as [Samples#LIMITS] allow it to begin.
  static final Story PROBING_THE_LAST_ATTEMPT =
      PROBING.then(Facts.started(2, 2), Facts.recovered(2));

  /// e2 was lost in a crash, and a person is asked whether to run it again.
  static final Story ASKED_AGAIN =
      Story.acting(planned(2, unsafe(AfterCrash.ASK_PERSON), ALLOW))
          .then(Facts.started(2, 1), Facts.recovered(2), Facts.askedAgain(2));

  private Turn() {}

  private static Story full() {
    var calls = LongStream.rangeClosed(2, 10).mapToObj(n -> planned(n, together(), ALLOW)).toList();
    var story = Story.acting(Samples.LIMITS, calls);
    for (long n = 2; n <= 9; n++) {
      story = story.then(Facts.started(n, 1));
    }
    return story;
  }

  /// One running call under these terms, begun for the `attempts`-th time.
  static Story running(CallTerms terms, int attempts) {
    return Story.acting(Samples.LIMITS, List.of(planned(2, terms, ALLOW)))
        .then(Facts.started(2, attempts));
  }
}
