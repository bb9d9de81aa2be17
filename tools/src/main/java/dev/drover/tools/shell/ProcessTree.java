package dev.drover.tools.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A command and all that it has started.
///
/// Its members are found in two ways, because each alone loses some. A process that was started in
/// the background and lost its parent is no descendant any more, but is still in the command's
/// group; one that made a group of its own is not in that group, but is a descendant as long as its
/// parents live. One that does both escapes.
record ProcessTree(Process leader, Group group) {
  /// How long the system may take to carry out what cannot be refused.
  private static final Duration PROMPT = Duration.ofSeconds(1);

  private static final Duration STEP = Duration.ofMillis(10);

  enum Group {
    /// The leader is the first of a group that has only the command in it.
    OWN,
    /// The group is ours as well, and must not be signalled.
    SHARED
  }

  /// Asks all to end, waits for it, and ends those that are left. Takes the grace, and at most two
  /// seconds more.
  void stop(Duration grace) throws InterruptedException {
    var members = members(Set.of(leader.toHandle()));
    signal("TERM");
    members.forEach(ProcessHandle::destroy);
    awaitEnd(members, grace);
    members = members(members);
    signal("KILL");
    members.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(members, PROMPT);
  }

  private static Set<ProcessHandle> members(Set<ProcessHandle> known) {
    var members = new LinkedHashSet<>(known);
    known.forEach(member -> member.descendants().forEach(members::add));
    return members;
  }

  /// Looks again and again, for a while: Java can only wait for its own children. (It offers to do
  /// so for others, but a thread of it then waits for ever for a dead process that nobody buries.)
  private static void awaitEnd(Set<ProcessHandle> members, Duration most)
      throws InterruptedException {
    var never = new CountDownLatch(1);
    for (var left = most; !left.isNegative(); left = left.minus(STEP)) {
      if (members.stream().noneMatch(ProcessTree::isRunning)
          || never.await(STEP.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /// A process that is dead and not yet buried by its parent does not run.
  static boolean isRunning(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    try {
      var stat = Files.readString(Path.of("/proc/%d/stat".formatted(process.pid())));
      return !stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException _) {
      // It is gone, or this system does not show its processes as files.
      return process.isAlive();
    }
  }

  /// Java cannot signal a group; every shell can.
  private void signal(String name) throws InterruptedException {
    switch (group) {
      case SHARED -> {}
      case OWN -> {
        try {
          new ProcessBuilder("sh", "-c", "kill -s %s -- -%d".formatted(name, leader.pid()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor(PROMPT);
        } catch (IOException _) {
          // The system has no room for one more process. What is signalled one by one still is.
        }
      }
    }
  }
}
