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

/// All output of a command, up to a limit: a little in memory, more in an unnamed file, which
/// disappears with this process however it ends.
///
/// Belongs to one thread.
final class SpooledOutput {
  private static final int IN_MEMORY = 1 << 20;
  private static final long IN_FILE = 64 << 20;

  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable FileChannel file;
  private Storage storage = Storage.MEMORY;
  private long kept;
  private long total;

  private enum Storage {
    MEMORY,
    FILE,
    /// The limit is reached, or the disk is full.
    NONE
  }

  void add(byte[] bytes, int length) {
    total += length;
    if (storage == Storage.MEMORY && kept + length > IN_MEMORY) {
      storage = Storage.FILE;
      moveToFile();
    }
    switch (storage) {
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
      // On Unix the name is deleted immediately, not on close.
      file = FileChannel.open(path, READ, WRITE, DELETE_ON_CLOSE);
      var all = ByteBuffer.wrap(memory.toByteArray());
      memory = new ByteArrayOutputStream(0);
      kept = 0;
      append(all);
    } catch (IOException _) {
      // The part in memory is kept.
      storage = Storage.NONE;
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
      storage = kept < IN_FILE ? Storage.FILE : Storage.NONE;
    } catch (IOException _) {
      storage = Storage.NONE;
    }
  }

  /// @return all kept output, followed by a note about how much was dropped
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
    storage = Storage.NONE;
    if (file != null) {
      try {
        file.close();
      } catch (IOException _) {
        // The file has no name any more and disappears with this process.
      }
    }
  }
}
