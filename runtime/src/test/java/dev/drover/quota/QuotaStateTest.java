package dev.drover.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.drover.quota.QuotaPolicy.Backoff;
import dev.drover.quota.QuotaPolicy.Bounds;
import dev.drover.quota.QuotaPolicy.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("C4")
final class QuotaStateTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Backoff BACKOFF = QuotaPolicy.DEFAULT.backoff();
  private static final Spread SPREAD = QuotaPolicy.DEFAULT.spread();
  private static final QuotaState CALM = QuotaState.calm(0);

  private static Instant at(double seconds) {
    return START.plusMillis((long) (seconds * 1_000));
  }

  private static QuotaState hit(QuotaState state, double sent, double now, double asked) {
    var retryAfter = Duration.ofMillis((long) (asked * 1_000));
    return state.hit(at(sent), at(now), retryAfter, BACKOFF, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0,    2",
    "2, 0,    4",
    "3, 0,    8",
    "4, 0,    16",
    "5, 0,    32",
    "6, 0,    64",
    "7, 0,    120",
    "8, 0,    120",
    "2147483647, 0, 120",
    "1, 0.5,  4.5",
    "7, 0.9999, 124.999",
  })
  void theBackoffDoublesUpToItsCapAndChanceAddsUpToFiveSeconds(
      int hits, double chance, double seconds) {
    assertThat(BACKOFF.after(hits, chance)).isEqualTo(Duration.ofMillis((long) (seconds * 1_000)));
  }

  @Test
  void eachHitAfterTheDeadlineCountsAndDoublesTheWait() {
    var first = hit(CALM, 0, 1, 0);
    assertThat(first).isEqualTo(new QuotaState(1, at(3), 0, 0));
    var second = hit(first, 3, 4, 0);
    assertThat(second).isEqualTo(new QuotaState(2, at(8), 0, 0));
  }

  @Test
  void theHitsOfOneBurstCountOnceHoweverLateTheyCome() {
    var state = hit(CALM, 0, 1, 0);
    for (double late = 1; late < 60; late += 0.5) {
      state = hit(state, 0.9, late, 0);
    }
    assertThat(state).isEqualTo(new QuotaState(1, at(3), 0, 0));
  }

  @Test
  void aLongerWaitOfTheProviderWins() {
    assertThat(hit(CALM, 0, 1, 30).until()).isEqualTo(at(31));
    assertThat(hit(CALM, 0, 1, 1).until()).isEqualTo(at(3));
    var burst = hit(hit(CALM, 0, 1, 30), 0, 2, 60);
    assertThat(burst).isEqualTo(new QuotaState(1, at(62), 0, 0));
  }

  @Test
  void aSuccessResetsTheCounterAndNotTheDeadline() {
    var state = hit(hit(CALM, 0, 0, 0), 2, 2, 0).answered();
    assertThat(state).isEqualTo(new QuotaState(0, at(6), 0, 0));
    assertThat(hit(state, 7, 7, 0)).isEqualTo(new QuotaState(1, at(9), 0, 0));
  }

  @Test
  void aClockThatIsSetBackDoesNotShortenTheDeadline() {
    var state = hit(CALM, 0, 10, 30);
    assertThat(hit(state, 41, 1, 1)).isEqualTo(new QuotaState(2, at(40), 0, 0));
  }

  private record Request(Instant sent, int deadline) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void noDeadlineIsEverShortenedAndOnlyASuccessResetsTheCounter(long seed) {
    var random = new SplittableRandom(seed);
    var state = QuotaState.calm(random.nextDouble());
    var now = START;
    // The reference has no times: a request belongs to the deadline under which it was sent.
    int counted = 0;
    int deadlines = 0;
    var requests = new ArrayList<>(List.of(new Request(START, 0)));
    for (int i = 0; i < 5_000; i++) {
      now = now.plusMillis(random.nextInt(4_000));
      var before = state;
      switch (random.nextInt(10)) {
        case 0 -> {
          state = state.answered();
          counted = 0;
        }
        case 1 -> state = state.placed();
        case 2 -> state = state.entered();
        case 3, 4, 5 -> {
          if (state.isOpenTo(now)) {
            requests.add(new Request(now, deadlines));
          }
        }
        default -> {
          var request = requests.get(requests.size() - 1 - random.nextInt(requests.size()) / 4);
          var asked = Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(200_000) : 0);
          state = state.hit(request.sent(), now, asked, BACKOFF, random.nextDouble());
          counted += request.deadline() == deadlines ? 1 : 0;
          deadlines += state.until().equals(before.until()) ? 0 : 1;
          assertThat(state.until().isBefore(now.plus(asked)) && !asked.isZero()).isFalse();
        }
      }
      assertThat(state.until()).isAfterOrEqualTo(before.until());
      assertThat(state.hits()).isEqualTo(counted);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.123, 0.5, 0.999_999})
  void fiftyWaitersAreSpreadEvenlyBetweenHalfASecondAndTwo(double chance) {
    var state = QuotaState.calm(chance);
    var wakes = new ArrayList<Long>();
    for (int i = 0; i < 50; i++) {
      state = state.placed();
      wakes.add(SPREAD.at(state.place()).toMillis());
    }
    wakes.sort(null);
    assertThat(wakes.getFirst()).isGreaterThanOrEqualTo(500);
    assertThat(wakes.getLast()).isLessThan(2_000);
    for (int i = 1; i < wakes.size(); i++) {
      // An even spread would be 30 ms.
      assertThat(wakes.get(i) - wakes.get(i - 1)).isCloseTo(36L, within(20L));
    }
  }

  @Test
  void anInvalidQuotaPolicyIsRefusedWithTheField() {
    var second = Duration.ofSeconds(1);
    refused("quota retries", () -> QuotaPolicy.DEFAULT.withRetries(-1));
    refused("quota backoff", () -> new Backoff(Duration.ZERO, second, second));
    refused("quota backoff", () -> new Backoff(second, Duration.ofMillis(999), second));
    refused("quota backoff", () -> new Backoff(second, Duration.ofDays(367), second));
    refused("quota jitter", () -> new Backoff(second, second, second.negated()));
    refused("quota spread", () -> new Spread(second, Duration.ZERO));
    refused("quota hold", () -> new Bounds(Duration.ofDays(367), 1, 1));
    refused("quota bounds", () -> new Bounds(second, 0, 1));
    refused("quota bounds", () -> new Bounds(second, 1, 0));
  }

  private static void refused(String name, Runnable making) {
    assertThatIllegalArgumentException().isThrownBy(making::run).withMessageStartingWith(name);
  }
}
