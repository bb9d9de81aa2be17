package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// The main class of a process that is killed or raced: appends to some sessions, and prints each
/// append on a line of its own after it was confirmed.
///
/// Arguments: the file, a name for this process, how many sessions, how many appends to each. The
/// sessions are `s-0`, `s-1` …; several processes may append to the same ones.
final class AppendLoop {
  private AppendLoop() {}

  public static void main(String[] args) throws InterruptedException {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    int sessions = Integer.parseInt(args[2]);
    int appends = Integer.parseInt(args[3]);
    try (var store = SqliteStore.open(Path.of(args[0]))) {
      var done = new CountDownLatch(sessions);
      for (int i = 0; i < sessions; i++) {
        var session = new SessionId("s-" + i);
        Thread.ofVirtual()
            .start(
                () -> {
                  appendTo(store, session, args[1], appends, out);
                  done.countDown();
                });
      }
      done.await();
    }
  }

  static void appendTo(Store store, SessionId session, String name, int appends, PrintStream out) {
    for (int won = 0; won < appends; won++) {
      long seq = append(store, session, name);
      out.print(session + " " + seq + "\n");
      out.flush();
    }
  }

  /// Retries until it succeeds, and returns the number of the event.
  static long append(Store store, SessionId session, String name) {
    while (true) {
      long tail = StoreShortcuts.tail(store, session);
      try {
        StoreShortcuts.append(store, session, tail, name + " " + (tail + 1));
        return tail + 1;
      } catch (AppendConflict lost) {
        // Another writer was first: read again where the session ends.
      }
    }
  }
}
