package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/// The main class of a process that is killed while it deletes sessions. Each has [#EVENTS] events,
/// an artifact and a content that only it refers to; its number is printed before it is deleted,
/// and again, with a word, when it is.
///
/// Argument: the file.
final class DeleteLoop {
  static final int EVENTS = 20;

  private DeleteLoop() {}

  public static void main(String[] args) {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (var store = SqliteStore.open(Path.of(args[0]))) {
      for (int number = 0; true; number++) {
        var session = session(number);
        var name = store.blobs().put(content(number), Instant.EPOCH);
        for (int after = 0; after < EVENTS; after++) {
          StoreShortcuts.append(store, session, after, after + " " + name);
        }
        try (var parcel = store.artifacts().startUpload(session, Instant.EPOCH)) {
          parcel.add(content(number));
          parcel.finish();
        }
        out.print("made " + number + "\n");
        store.journal().delete(session, EVENTS);
        store.blobs().sweep(Instant.EPOCH.plusSeconds(60));
        out.print("deleted " + number + "\n");
        out.flush();
      }
    }
  }

  static SessionId session(int number) {
    return new SessionId("s-" + number);
  }

  static Bytes content(int number) {
    return Bytes.of(("content of " + number + "\n").repeat(1_000));
  }
}
