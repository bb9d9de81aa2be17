package dev.drover.cli.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.StandardStreams;
import dev.drover.cli.environment.Terminal;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.RunDisplay;
import dev.drover.cli.output.StyledText;
import dev.drover.cli.runtime.CliRunWatcher.Until;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
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

/// The watcher is slower than the watched session: everything may be over before it sees the first
/// event.
@Tag("F3")
@Timeout(30)
final class SlowWatcherTest {
  private static final SessionId SESSION = new SessionId("a");

  @TempDir Path place;

  private CliRuntime runtime;

  @BeforeEach
  void open() throws IOException {
    var folder = Files.createDirectories(place.resolve("work"));
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    var streams = new StandardStreams(InputStream.nullInputStream(), nowhere, nowhere);
    var time = new VirtualTime();
    var host =
        new CliEnvironment(Map.of(), folder, place, "ada", streams, Terminal.NONE, time, _ -> {});
    runtime = CliRuntime.open(SettingsReader.read(host, null, Map.of()), time);
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /// Counts the runs whose end was shown.
  private static final class Ends implements RunDisplay {
    private final List<String> runs = new ArrayList<>();

    @Override
    public void show(SessionId session, Notice notice) {
      if (notice instanceof Notice.Happened happened
          && happened.event() instanceof Event.RunFinished finished) {
        runs.add(finished.run().value());
      }
    }

    @Override
    public void showPending(List<PlannedCall> calls, List<ApprovalQuestion> open) {
      throw new IllegalStateException("nothing is under way");
    }

    @Override
    public void showQuestion(ApprovalQuestion question) {
      throw new IllegalStateException("nobody asks");
    }

    @Override
    public void showLine(StyledText line) {
      throw new IllegalStateException("nothing to say");
    }
  }

  @ParameterizedTest
  @CsvSource({"RUN_IS_OVER, 1", "ALL_IS_OVER, 2"})
  void runsThatEndedBeforeTheyWereSeenAreShownToTheirEnd(Until until, int shown)
      throws IOException {
    var script =
        Files.writeString(place.resolve("s.yaml"), "turns: [ {text: One.}, {text: Two.} ]");
    var session =
        runtime
            .drover()
            .agent("main")
            .model(ScriptedModel.load(script, new VirtualTime()))
            .build()
            .open(SESSION);
    var first = session.send("one");
    var runs = List.of(first.await().run().value(), session.ask("two").run().value());
    var ends = new Ends();
    try (var events = runtime.queries().events(new Cursor(SESSION, 0))) {
      var ending =
          new CliRunWatcher(runtime, SESSION, ends, new NoResponder())
              .follow(events, first.id(), until);
      assertThat(ending).isEqualTo(new WatchResult.Completed(AnswerEnding.WHOLE));
    }
    assertThat(ends.runs).isEqualTo(runs.subList(0, shown));
  }
}
