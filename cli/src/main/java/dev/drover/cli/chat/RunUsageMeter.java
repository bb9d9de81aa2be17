package dev.drover.cli.chat;

import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.LineSymbols;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reports the model, the session's tokens and the run's duration in a short text, on every change
/// and once a second.
///
/// All methods may be called by any thread.
final class RunUsageMeter implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final long SECONDS_A_MINUTE = 60;

  private final Consumer<String> display;
  private final Time time;
  private final LineSymbols signs;
  private final String model;
  // Guarded by this.
  private Usage used = Usage.NONE;
  private @Nullable Instant began;
  private @Nullable Thread ticking;

  RunUsageMeter(Consumer<String> display, Time time, LineSymbols signs, String model) {
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
    display.accept(began == null ? "" : DisplayFormats.joined(signs, facts(began)));
  }

  private List<String> facts(Instant since) {
    long seconds = Duration.between(since, time.now()).toSeconds();
    return List.of(
        model,
        DisplayFormats.tokens(used),
        "%d:%02d".formatted(seconds / SECONDS_A_MINUTE, seconds % SECONDS_A_MINUTE));
  }
}
