package dev.drover.tools.shell;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// A separate program that runs one command and then waits to be killed.
final class ShellHost {
  private ShellHost() {}

  enum Style {
    /// The call still waits for the command.
    WAITING,
    /// The call returned a handle to the command, and the thread that started it has ended.
    LEFT_ALONE
  }

  static Process start(Path workspace, Confinement confinement, Style style, String command)
      throws IOException {
    return fork(
        List.of("-Xmx64m"),
        ShellHost.class,
        List.of(workspace.toString(), confinement.name(), style.name(), command));
  }

  static Process fork(List<String> flags, Class<?> program, List<String> arguments)
      throws IOException {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.addAll(flags);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(program.getName());
    line.addAll(arguments);
    return new ProcessBuilder(line)
        .directory(new File("/"))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static void main(String... args) throws Exception {
    var session = new ToolTestSession(Path.of(args[0]));
    var bash = TestShells.bash(Confinement.valueOf(args[1]));
    var command = args[3];
    switch (Style.valueOf(args[2])) {
      case WAITING -> {
        var call = TestCall.in(session, Map.of("command", command, "timeout", 60, "yield", 60));
        Thread.ofVirtual().start(() -> answer(call.watchedBy(System.out::print), bash));
      }
      case LEFT_ALONE -> {
        var call = TestCall.in(session, Map.of("command", command, "background", true));
        var starter = Thread.ofPlatform().start(() -> answer(call, bash));
        starter.join();
        System.out.println("alone");
      }
    }
    new CountDownLatch(1).await();
  }

  private static void answer(TestCall call, BashTool bash) {
    try {
      call.answerOf(bash);
    } catch (Exception unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }
}
