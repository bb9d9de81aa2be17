package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/// The main class of a process that is killed while it stores an artifact. It stores one, which has
/// [#PIECES] pieces, and prints its name; then it begins one that never ends, and prints each piece
/// on a line of its own when it has been added.
///
/// Argument: the file.
final class KeepLoop {
  static final SessionId SESSION = new SessionId("s-0");
  static final int PIECES = 3;
  static final int PIECE = 100_000;
  static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

  private KeepLoop() {}

  public static void main(String[] args) {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (var store = SqliteStore.open(Path.of(args[0]))) {
      StoreShortcuts.append(store, SESSION, 0, "opened");
      try (var whole = store.artifacts().startUpload(SESSION, AT)) {
        for (int i = 0; i < PIECES; i++) {
          whole.add(piece("whole", i));
        }
        out.print(whole.finish().name() + "\n");
      }
      try (var endless = store.artifacts().startUpload(SESSION, AT)) {
        for (int i = 0; true; i++) {
          endless.add(piece("endless", i));
          out.print("added " + i + "\n");
          out.flush();
        }
      }
    }
  }

  static Bytes piece(String name, int number) {
    var line = "%s %08d\n".formatted(name, number);
    return Bytes.of(line.repeat(PIECE / line.length()));
  }
}
