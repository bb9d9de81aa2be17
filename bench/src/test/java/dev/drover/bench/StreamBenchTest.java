package dev.drover.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.bench.StreamReaders.Way;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/// Tests that the benchmark measures something. The results are not checked: a build machine is not
/// idle.
class StreamBenchTest {
  private static final int STREAMS = 4;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final StreamBench bench = new StreamBench(new PrintStream(printed, true, UTF_8), STREAMS);

  @Test
  void everyWayReadsTheWholeStreamsAndIsComparedWithTheBareLoop() throws Exception {
    var ratios = bench.cpu(200, 1);
    assertThat(ratios).containsOnlyKeys(Way.values()).containsEntry(Way.BARE, 1.0);
    assertThat(ratios.values()).allMatch(ratio -> ratio > 0);
    assertThat(printed.toString(UTF_8))
        .contains("round 1, WATCHED: ", "RUN against the bare loop, CPU: ");
  }

  @Test
  void aWatcherSeesEveryPacedDelta() throws Exception {
    assertThat(bench.delay(1, 1)).isEqualTo(STREAMS * 50);
    assertThat(printed.toString(UTF_8)).contains("WATCHED, 4 streams, 200 deltas seen: ");
  }
}
