package dev.drover.cli.chat;

import dev.drover.cli.screen.Signs;
import dev.drover.cli.screen.Wording;
import dev.drover.kernel.Usage;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Model, tokens of the session and time of the run in a few words, while a run goes: told again
/// whenever they change, and each second.
///
/// All methods may be called by any thread.
final class Meter implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final long SECONDS_A_MINUTE = 60;

  private final Consumer<String> display;
  private final Time time;
  private final Signs signs;
  private final String model;
  // Guarded by this.
  private Usage used = Usage.NONE;
  private @Nullable Instant began;
  private @Nullable Thread ticking;

  Meter(Consumer<String> display, Time time, Signs signs, String model) {
    this.display = display;
    this.time = time;
    this.signs = signs;
    this.model = model;
  }

  synchronized void begin() {
    began = time.now();
    ticking = Thread.ofVirtual().name("drover-meter").start(this::tick);
    show();
  }

  synchronized void end() {
    stop();
    began = null;
    show();
  }

  synchronized void used(Usage total) {
    used = total;
    show();
  }

  @Override
  public void close() {
    end();
  }

  private void stop() {
    if (ticking != null) {
      ticking.interrupt();
      ticking = null;
    }
  }

  private void tick() {
    try {
      while (true) {
        time.sleepUntil(time.now().plus(TICK));
        synchronized (this) {
          if (!Thread.currentThread().equals(ticking)) {
            return;
          }
          show();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void show() {
    display.accept(began == null ? "" : Wording.joined(signs, facts(began)));
  }

  private List<String> facts(Instant since) {
    long seconds = Duration.between(since, time.now()).toSeconds();
    return List.of(
        model,
        Wording.tokens(used),
        "%d:%02d".formatted(seconds / SECONDS_A_MINUTE, seconds % SECONDS_A_MINUTE));
  }
}
