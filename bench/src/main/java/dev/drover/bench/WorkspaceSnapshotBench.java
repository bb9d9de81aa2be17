package dev.drover.bench;

import dev.drover.Drover;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import dev.drover.tools.sandbox.SnapshotPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// The cost of making commands undoable: the time between two model calls with a command in
/// between, on SQLite, with and without workspace snapshots.
///
/// `WorkspaceSnapshotBench FOLDER [FILES [COMMANDS]]`; the folder must be empty.
public final class WorkspaceSnapshotBench {
  private static final int FILES_A_FOLDER = 10;
  private static final int LARGEST = 16_000;

  private WorkspaceSnapshotBench() {}

  public static void main(String[] args) throws IOException {
    var folder = Files.createDirectories(Path.of(args[0]));
    int files = args.length > 1 ? Integer.parseInt(args[1]) : 5_000;
    int commands = args.length > 2 ? Integer.parseInt(args[2]) : 21;
    var tree = folder.resolve("tree");
    makeUp(tree, files);
    // Younger files are read again.
    measure(folder.resolve("warm.db"), tree, new SnapshotPolicy.None(), List.of("sleep 3", "true"));
    var nothing = new ArrayList<String>();
    var changing = new ArrayList<String>();
    for (int i = 0; i < commands; i++) {
      nothing.add("true " + i);
      changing.add("echo %d > d1/f11.txt; rm -f d2/f2%d.txt".formatted(i, i % FILES_A_FOLDER));
    }
    System.out.println("what | first command, ms | later ones, median ms");
    print(
        "nothing kept",
        measure(folder.resolve("off.db"), tree, new SnapshotPolicy.None(), nothing));
    print(
        "kept, nothing changes",
        measure(folder.resolve("on.db"), tree, SnapshotPolicy.DEFAULT, nothing));
    print(
        "kept, two files change",
        measure(folder.resolve("changing.db"), tree, SnapshotPolicy.DEFAULT, changing));
    System.out.printf(
        Locale.ROOT,
        "store: %,d KB with nothing kept, %,d KB kept, %,d KB with changes%n",
        Files.size(folder.resolve("off.db")) / 1024,
        Files.size(folder.resolve("on.db")) / 1024,
        Files.size(folder.resolve("changing.db")) / 1024);
  }

  private static void makeUp(Path tree, int files) throws IOException {
    var random = new SplittableRandom(1);
    for (int i = 0; i < files; i++) {
      var folder = Files.createDirectories(tree.resolve("d" + i / FILES_A_FOLDER));
      var content = new byte[random.nextInt(LARGEST)];
      for (int at = 0; at < content.length; at++) {
        content[at] = (byte) (at % 60 == 0 ? '\n' : 'a' + random.nextInt(26));
      }
      Files.write(folder.resolve("f%d.txt".formatted(i)), content);
    }
  }

  private static List<Double> measure(
      Path store, Path tree, SnapshotPolicy policy, List<String> commands) {
    var options = ShellOptions.DEFAULT.confinement(Confinement.OFF).snapshots(policy);
    var model = new Timed(commands);
    try (var drover = Drover.on(SqliteStore.open(store)).build()) {
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(WorkspaceTools.all(options))
              .policy(Policy.ALLOW_ALL.allowing("bash"))
              .workspace(tree)
              .build()
              .open();
      session.send("go").await();
    }
    return model.times;
  }

  private static void print(String what, List<Double> times) {
    var later = times.subList(1, times.size()).stream().sorted().toList();
    System.out.printf(
        Locale.ROOT, "%s | %.0f | %.0f%n", what, times.getFirst(), later.get(later.size() / 2));
  }

  /// Requests one command after the other, and records the time of each request.
  private static final class Timed implements Model {
    private final List<String> commands;
    private final List<Double> times = new ArrayList<>();
    private long asked;

    Timed(List<String> commands) {
      this.commands = commands;
    }

    @Override
    public String name() {
      return "bench/timed";
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) {
      long now = System.nanoTime();
      int answered =
          (int) request.messages().stream().filter(Message.Assistant.class::isInstance).count();
      if (answered > 0) {
        times.add((now - asked) / 1e6);
      }
      asked = System.nanoTime();
      if (answered == commands.size()) {
        return new ModelReply(
            List.of(new ContentBlock.Prose(Text.of("done"))), StopReason.DONE, Usage.NONE);
      }
      var arguments = "{\"command\":\"%s\"}".formatted(commands.get(answered));
      return new ModelReply(
          List.of(new ContentBlock.Call(new ToolCall("c-" + answered, "bash", Text.of(arguments)))),
          StopReason.CALLS,
          Usage.NONE);
    }
  }
}
