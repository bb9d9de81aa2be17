package dev.drover.cli.host;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// The three standard streams. Text is UTF-8, whatever the locale says: JSON has to be, and so are
/// the files that tools show.
public record Streams(InputStream in, PrintStream out, PrintStream err) {
  static Streams ofProcess() {
    return new Streams(System.in, open(FileDescriptor.out), open(FileDescriptor.err));
  }

  /// Whoever writes flushes.
  private static PrintStream open(FileDescriptor descriptor) {
    var buffered = new BufferedOutputStream(new FileOutputStream(descriptor));
    return new PrintStream(buffered, false, StandardCharsets.UTF_8);
  }
}
