package dev.drover.internal.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.problem.DroverException;
import dev.drover.tool.DirectTools.ToolReport;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A direct call that runs on its own thread.
record BackgroundDirectCall(Thread thread, AtomicReference<@Nullable ToolReport> report) {
  static BackgroundDirectCall start(Supplier<ToolReport> call) {
    var report = new AtomicReference<@Nullable ToolReport>();
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    report.set(call.get());
                  } catch (DroverException lost) {
                    // The process of the call is gone.
                  }
                });
    return new BackgroundDirectCall(thread, report);
  }

  @Nullable ToolReport now() {
    return report.get();
  }

  ToolReport get() throws InterruptedException {
    join();
    return Objects.requireNonNull(report.get(), "the call was lost");
  }

  void join() throws InterruptedException {
    assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
  }
}
