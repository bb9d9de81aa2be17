package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.ToolReport;
import dev.drover.runtime.problem.DroverException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A call of the host that is under way on a thread of its own.
record DirectCall(Thread thread, AtomicReference<@Nullable ToolReport> report) {
  static DirectCall start(Supplier<ToolReport> call) {
    var report = new AtomicReference<@Nullable ToolReport>();
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    report.set(call.get());
                  } catch (DroverException lost) {
                    // The process it was made in is gone.
                  }
                });
    return new DirectCall(thread, report);
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
