package dev.drover.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.spi.model.ProviderKey;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Threads that are throttled, served and held at the same moment, many times over.
@Tag("C4")
final class QuotasStressTest {
  private static final int ROUNDS = 2_000;
  private static final int THREADS = 4;

  /// One more place to wait than there are threads would hide a place that was never released.
  private final ProviderQuotas quotas =
      new ProviderQuotas(
          new Still(SteppingClock.START),
          QuotaPolicy.DEFAULT.with(new QuotaPolicy.Bounds(Duration.ofHours(1), ROUNDS, THREADS)));

  /// A clock that stands still; a sleep returns at once, as if the time had come.
  private record Still(Instant now) implements Time {
    @Override
    public void sleepUntil(Instant until) {}

    @Override
    public String freshId(String prefix) {
      return prefix;
    }

    @Override
    public double random() {
      return 0;
    }
  }

  /// The work of one thread in a round, and its result.
  private interface Part {
    Instant play(ProviderKey account, int thread) throws Exception;
  }

  /// The results of the threads, round by round.
  private List<List<Instant>> play(Part part) throws Exception {
    var start = new CyclicBarrier(THREADS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var playing = new ArrayList<Future<List<Instant>>>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        Callable<List<Instant>> rounds =
            () -> {
              var got = new ArrayList<Instant>();
              for (int round = 0; round < ROUNDS; round++) {
                start.await(10, TimeUnit.SECONDS);
                got.add(part.play(account(round), thread));
              }
              return got;
            };
        playing.add(threads.submit(rounds));
      }
      var got = new ArrayList<List<Instant>>();
      for (var thread : playing) {
        got.add(thread.get());
      }
      return got;
    }
  }

  private static ProviderKey account(int round) {
    return ProviderKey.ofModel("acme/" + round % 1_000);
  }

  @Test
  void aBurstCountsOnceWithTheLongestWaitAndDistinctRetryTimes() throws Exception {
    var told =
        play(
            (account, thread) -> {
              var pass = new QuotaAdmission.Pass(account, SteppingClock.START);
              return quotas.hit(pass, Duration.ofSeconds(10 + thread));
            });
    for (var status : quotas.statuses()) {
      assertThat(status.hits()).isEqualTo(1);
      assertThat(status.until()).isEqualTo(SteppingClock.START.plusSeconds(10 + THREADS - 1));
    }
    for (int round = 0; round < ROUNDS; round++) {
      int now = round;
      assertThat(told.stream().map(thread -> thread.get(now))).doesNotHaveDuplicates();
    }
  }

  @Test
  void everyHeldCallIsReleased() throws Exception {
    var account = ProviderKey.ofModel("acme/model");
    quotas.hit(account, Duration.ofSeconds(10));
    play(
        (_, _) -> {
          var sent = SteppingClock.START;
          for (int i = 0; i < 100; i++) {
            // A call that is refused because a place was lost fails here.
            sent = ((QuotaAdmission.Pass) quotas.await(account)).sent();
          }
          return sent;
        });
    assertThat(quotas.status(account).waiting()).isZero();
  }

  @Test
  void noCallPassesBeforeADeadline() throws Exception {
    var sent =
        play(
            (account, thread) -> {
              quotas.hit(account, Duration.ofSeconds(10 + thread));
              var pass = (QuotaAdmission.Pass) quotas.await(account);
              quotas.answered(account);
              return pass.sent();
            });
    for (int thread = 0; thread < THREADS; thread++) {
      var own = SteppingClock.START.plusSeconds(10 + thread);
      assertThat(sent.get(thread)).allMatch(own::isBefore);
    }
    assertThat(quotas.statuses())
        .hasSize(1_000)
        .allMatch(
            status -> status.until().equals(SteppingClock.START.plusSeconds(10 + THREADS - 1)));
  }
}
