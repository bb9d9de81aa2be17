package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;

import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A process with a heap that holds a tool's output once and not twice. Prints how the run ended,
/// and how large the artifact is. Arguments: folder, bytes of output.
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
