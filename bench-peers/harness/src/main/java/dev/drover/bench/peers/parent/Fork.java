package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Reply;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// A contender's JVM, and the lines that go to and come from it. All have the same flags.
///
/// One thread of its own reads what comes, so that waiting has a deadline; everything else belongs
/// to the one who made it.
final class Fork implements AutoCloseable {
  static final List<String> FLAGS =
      List.of("-XX:+UseParallelGC", "-Xms1500m", "-Xmx1500m", "--enable-native-access=ALL-UNNAMED");

  private static final List<String> SERVER_FLAGS = List.of("-XX:+UseSerialGC", "-Xmx200m");
  private static final long END_SECONDS = 40;

  private static final Reply GONE = Reply.of("gone");
  private static final int REPLIES = 100;

  private final Process process;
  private final PrintStream commands;
  private final BlockingQueue<Reply> replies = new ArrayBlockingQueue<>(REPLIES);

  private Fork(Process process) {
    this.process = process;
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread.ofVirtual().start(this::read);
  }

  /// Starts one, with its log switched off: slf4j has no provider and is not to say so,
  /// `java.util.logging` has a configuration of ours.
  static Fork start(Path peers, Peer.Program program, Path log, String... arguments)
      throws IOException {
    return start(FLAGS, peers, program, log, arguments);
  }

  /// Starts the program that keeps a server, to be ended with [#end()].
  static Fork ofServer(Path peers, Peer.Program program, Path log, String... arguments)
      throws IOException {
    return start(SERVER_FLAGS, peers, program, log, arguments);
  }

  private static Fork start(
      List<String> flags, Path peers, Peer.Program program, Path log, String... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-Dslf4j.internal.verbosity=ERROR");
    command.add("-Djava.util.logging.config.file=" + peers.resolve("silent.properties"));
    command.addAll(List.of("-cp", ClassPath.of(peers, program).toString(), program.mainClass()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new Fork(builder.start());
  }

  Reply ask(String command, String reply, Duration atMost) throws InterruptedException {
    commands.println(command);
    return await(reply, atMost);
  }

  /// The next reply of that name; others are passed over.
  Reply await(String name, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (true) {
      var reply = replies.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (reply == null) {
        throw new IllegalStateException(
            "said no '" + name + "' within " + atMost.toSeconds() + " s");
      }
      if (reply.name().equals(name)) {
        return reply;
      }
      if (reply.name().equals("failed")) {
        throw new IllegalStateException(reply.text("why"));
      }
      if (reply.equals(GONE)) {
        // Whoever asks next is to hear it at once too, and not to wait for nothing.
        replies.put(GONE);
        throw new IllegalStateException("ended before it said '" + name + "'");
      }
    }
  }

  /// SIGKILL; returns when nothing of it runs any more.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new IllegalStateException("process " + process.pid() + " survives SIGKILL");
    }
  }

  /// Ends its input, which it takes as a sign to end by itself, and waits for that.
  ///
  /// @return whether it ended as it should
  boolean end() throws InterruptedException {
    commands.close();
    if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      return process.exitValue() == 0;
    }
    kill();
    return false;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void read() {
    try {
      try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
          var reply = Reply.parse(line);
          if (reply.isPresent()) {
            replies.put(reply.get());
          }
        }
      } catch (IOException ended) {
        // A killed process closes its end in the middle of a read.
      } catch (IllegalArgumentException unreadable) {
        replies.put(Reply.of("failed").with("why", unreadable));
      }
      replies.put(GONE);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
