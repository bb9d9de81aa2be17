package dev.drover.internal.artifact;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.policy.Policy;
import dev.drover.store.jdbc.SqliteStore;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A process whose heap holds a tool's output once but not twice. Prints how the run ended and the
/// size of the artifact. Arguments: folder, bytes of output.
final class SmallHeapProcess {
  private SmallHeapProcess() {}

  public static void main(String[] args) {
    int bytes = Integer.parseInt(args[1]);
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (var drover = Drover.on(SqliteStore.open(Path.of(args[0], "store.db"))).build()) {
      var session =
          drover
              .agent("dumper")
              .model(FakeModel.playing(calls("dump"), says("seen")))
              .tools(FakeTool.pure("dump", _ -> done("x".repeat(bytes))))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open();
      var report = session.ask("go");
      var kept = session.artifacts().list().getFirst();
      out.print("%s %s %d\n".formatted(report.status(), report.text(), kept.bytes()));
      out.flush();
    }
  }
}
