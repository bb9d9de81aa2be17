package dev.drover.bench.peers;

import dev.drover.bench.peers.Contender.Maker;
import dev.drover.bench.peers.Stage.Ending;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The program in the JVM of each contender.
///
/// - `first FOLDER SCENE ADDRESS`: sets everything up, asks once, says `@answered`.
/// - `pay FOLDER hangs|returns ADDRESS`: the same with a payment; says what the model is told.
/// - `serve FOLDER SCENE ADDRESS`: does what the lines on standard input say, `round THREADS MILLIS
///   RUNS`, `idle SESSIONS` or `kept RUNS`, and answers each with a line. It ends with its input.
///
/// The address is that of the contender's server, empty if it needs none. Whatever it does, it does
/// not outlive the one who started it.
public final class Child {
  private final Maker maker;
  private final PrintStream out;

  private Child(Maker maker, PrintStream out) {
    this.maker = maker;
    this.out = out;
  }

  public static void main(Maker maker, String... args) {
    var child = new Child(maker, System.out);
    ProcessHandle.current().parent().ifPresent(Child::endWith);
    try {
      child.run(args);
      // Some frameworks leave threads behind that would keep the JVM.
      System.exit(0);
    } catch (IOException | RuntimeException | LinkageError broken) {
      child.say(Reply.of("failed").with("why", broken));
      broken.printStackTrace();
      System.exit(1);
    } catch (InterruptedException stop) {
      System.exit(1);
    }
  }

  private static void endWith(ProcessHandle parent) {
    var _ = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
  }

  private void run(String... args) throws IOException, InterruptedException {
    var folder = Path.of(args[1]);
    var engine = args[3];
    switch (args[0]) {
      case "first" -> ask(stage(scene(args[2]), folder, engine));
      case "pay" -> ask(new Stage(Scene.PAYMENT, folder, ending(args[2]), engine, this::say));
      case "serve" -> serve(scene(args[2]), folder, engine);
      default -> throw new IllegalArgumentException("first, pay or serve, not " + args[0]);
    }
  }

  private Stage stage(Scene scene, Path folder, String engine) {
    return new Stage(scene, folder, Ending.RETURNS, engine, this::say);
  }

  private static Scene scene(String word) {
    return Scene.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static Ending ending(String word) {
    return Ending.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private void ask(Stage stage) throws IOException {
    try (var contender = maker.on(stage)) {
      var answer = contender.open("the-session").ask(stage.scene().prompt());
      say(Reply.of("answered").with("text", answer));
    }
  }

  private void serve(Scene scene, Path folder, String engine)
      throws IOException, InterruptedException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int count = 0;
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      // A fresh folder each time: what earlier rounds kept is not to weigh on later ones.
      var own = Files.createDirectories(folder.resolve("round-" + ++count));
      var rounds = new Rounds(maker, stage(scene, own, engine));
      say(perform(rounds, line.split(" ")));
    }
  }

  private static Reply perform(Rounds rounds, String... command)
      throws IOException, InterruptedException {
    return switch (command[0]) {
      case "round" ->
          rounds.measure(
              Integer.parseInt(command[1]), Long.parseLong(command[2]), Long.parseLong(command[3]));
      case "idle" -> rounds.idle(Integer.parseInt(command[1]));
      case "kept" -> rounds.kept(Integer.parseInt(command[1]));
      default -> throw new IllegalArgumentException("round, idle or kept, not " + command[0]);
    };
  }

  private void say(Reply reply) {
    synchronized (out) {
      out.println(reply.line());
      out.flush();
    }
  }
}
