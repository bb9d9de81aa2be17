package dev.drover.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Streams;
import dev.drover.cli.host.Terminal;
import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.Screen;
import dev.drover.cli.screen.StyledText;
import dev.drover.cli.work.Watch.Until;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Event;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.SessionId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whoever watches is slower than what is watched: everything may be over before the first event is
/// seen.
@Tag("F3")
@Timeout(30)
final class WatchTest {
  private static final SessionId SESSION = new SessionId("a");

  @TempDir Path place;

  private Bench bench;

  @BeforeEach
  void open() throws IOException {
    var folder = Files.createDirectories(place.resolve("work"));
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    var streams = new Streams(InputStream.nullInputStream(), nowhere, nowhere);
    var time = new VirtualTime();
    var host = new Host(Map.of(), folder, place, "ada", streams, Terminal.NONE, time, _ -> {});
    bench = Bench.open(SettingsReader.read(host, null, Map.of()), time);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /// Counts the runs whose end was shown.
  private static final class Ends implements Screen {
    private final List<String> runs = new ArrayList<>();

    @Override
    public void see(SessionId session, Notice notice) {
      if (notice instanceof Notice.Happened happened
          && happened.event() instanceof Event.RunFinished finished) {
        runs.add(finished.run().value());
      }
    }

    @Override
    public void catchUp(List<PlannedCall> calls, List<Question> open) {
      throw new IllegalStateException("nothing is under way");
    }

    @Override
    public void asked(Question question) {
      throw new IllegalStateException("nobody asks");
    }

    @Override
    public void say(StyledText line) {
      throw new IllegalStateException("nothing to say");
    }
  }

  @ParameterizedTest
  @CsvSource({"RUN_IS_OVER, 1", "ALL_IS_OVER, 2"})
  void whatWasOverBeforeItWasSeenIsShownToItsEnd(Until until, int shown) throws IOException {
    var script =
        Files.writeString(place.resolve("s.yaml"), "turns: [ {text: One.}, {text: Two.} ]");
    var session =
        bench
            .drover()
            .agent("main")
            .model(ScriptedModel.load(script, new VirtualTime()))
            .build()
            .open(SESSION);
    var first = session.send("one");
    var runs = List.of(first.await().run().value(), session.ask("two").run().value());
    var ends = new Ends();
    try (var events = bench.archive().events(new Cursor(SESSION, 0))) {
      var ending = new Watch(bench, SESSION, ends, new Nobody()).follow(events, first.id(), until);
      assertThat(ending).isEqualTo(new Ending.Completed(AnswerEnding.WHOLE));
    }
    assertThat(ends.runs).isEqualTo(runs.subList(0, shown));
  }
}
