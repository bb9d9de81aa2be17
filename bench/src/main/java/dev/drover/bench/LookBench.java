package dev.drover.bench;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.Keeping;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// What it costs that a command can be undone: the time from one model call to the next with a
/// command in between, on SQLite, with and without keeping the workspace.
///
/// `LookBench FOLDER [FILES [COMMANDS]]`; the folder is to be empty.
public final class LookBench {
  private static final int FILES_A_FOLDER = 10;
  private static final int LARGEST = 16_000;

  private LookBench() {}

  public static void main(String[] args) throws IOException {
    var folder = Files.createDirectories(Path.of(args[0]));
    int files = args.length > 1 ? Integer.parseInt(args[1]) : 5_000;
    int commands = args.length > 2 ? Integer.parseInt(args[2]) : 21;
    var tree = folder.resolve("tree");
    makeUp(tree, files);
    // Files that are younger than that are read again.
    measure(folder.resolve("warm.db"), tree, new Keeping.Nothing(), List.of("sleep 3", "true"));
    var nothing = new ArrayList<String>();
    var changing = new ArrayList<String>();
    for (int i = 0; i < commands; i++) {
      nothing.add("true " + i);
      changing.add("echo %d > d1/f11.txt; rm -f d2/f2%d.txt".formatted(i, i % FILES_A_FOLDER));
    }
    System.out.println("what | first command, ms | later ones, median ms");
    print("nothing kept", measure(folder.resolve("off.db"), tree, new Keeping.Nothing(), nothing));
    print(
        "kept, nothing changes", measure(folder.resolve("on.db"), tree, Keeping.DEFAULT, nothing));
    print(
        "kept, two files change",
        measure(folder.resolve("changing.db"), tree, Keeping.DEFAULT, changing));
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
      Path store, Path tree, Keeping keeping, List<String> commands) {
    var options = ShellOptions.DEFAULT.confinement(Confinement.OFF).keeping(keeping);
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

  /// Asks for one command after the other, and looks at the clock each time.
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
    public ModelReply call(ModelRequest request, DeltaSink deltas) {
      long now = System.nanoTime();
      int said =
          (int) request.messages().stream().filter(Message.Assistant.class::isInstance).count();
      if (said > 0) {
        times.add((now - asked) / 1e6);
      }
      asked = System.nanoTime();
      if (said == commands.size()) {
        return new ModelReply(
            List.of(new Block.Prose(Text.of("done"))), StopReason.DONE, Usage.NONE);
      }
      var arguments = "{\"command\":\"%s\"}".formatted(commands.get(said));
      return new ModelReply(
          List.of(new Block.Call(new ToolCall("c-" + said, "bash", Text.of(arguments)))),
          StopReason.CALLS,
          Usage.NONE);
    }
  }
}
