package dev.drover.tools.shell;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/// All that a command prints, up to a bound: a little in memory, more in a file without a name,
/// which is gone with this process however that ends.
///
/// Belongs to one thread.
final class WholeOutput {
  private static final int IN_MEMORY = 1 << 20;
  private static final long IN_FILE = 64 << 20;

  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable FileChannel file;
  private Room room = Room.MEMORY;
  private long kept;
  private long total;

  private enum Room {
    MEMORY,
    FILE,
    /// The bound is reached, or the disk is full.
    NONE
  }

  void add(byte[] bytes, int length) {
    total += length;
    if (room == Room.MEMORY && kept + length > IN_MEMORY) {
      room = Room.FILE;
      moveToFile();
    }
    switch (room) {
      case MEMORY -> {
        memory.write(bytes, 0, length);
        kept += length;
      }
      case FILE -> append(ByteBuffer.wrap(bytes, 0, (int) Math.min(length, IN_FILE - kept)));
      case NONE -> {}
    }
  }

  private void moveToFile() {
    try {
      var path = Files.createTempFile("drover-output-", ".txt");
      // On Unix its name goes at once, not at the close.
      file = FileChannel.open(path, READ, WRITE, DELETE_ON_CLOSE);
      var all = ByteBuffer.wrap(memory.toByteArray());
      memory = new ByteArrayOutputStream(0);
      kept = 0;
      append(all);
    } catch (IOException _) {
      // What is in memory stays there.
      room = Room.NONE;
    }
  }

  private void append(ByteBuffer bytes) {
    if (file == null) {
      return;
    }
    try {
      while (bytes.hasRemaining()) {
        kept += file.write(bytes);
      }
      room = kept < IN_FILE ? Room.FILE : Room.NONE;
    } catch (IOException _) {
      room = Room.NONE;
    }
  }

  /// @return everything that was kept, and at its end how much was not
  InputStream open() throws IOException {
    InputStream text;
    if (file == null) {
      text = new ByteArrayInputStream(memory.toByteArray());
    } else {
      file.position(0);
      text = Channels.newInputStream(file);
    }
    if (kept == total) {
      return text;
    }
    var note = "\n[… %d more bytes were printed and not kept …]\n".formatted(total - kept);
    return new SequenceInputStream(
        text, new ByteArrayInputStream(note.getBytes(StandardCharsets.UTF_8)));
  }

  void close() {
    memory = new ByteArrayOutputStream(0);
    room = Room.NONE;
    if (file != null) {
      try {
        file.close();
      } catch (IOException _) {
        // It has no name any more and goes with this process.
      }
    }
  }
}
