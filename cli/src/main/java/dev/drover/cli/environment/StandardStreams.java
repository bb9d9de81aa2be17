package dev.drover.cli.environment;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// The three standard streams. Text is UTF-8, whatever the locale: JSON requires it, and the files
/// that tools show use it.
public record StandardStreams(InputStream in, PrintStream out, PrintStream err) {
  static StandardStreams ofProcess() {
    return new StandardStreams(System.in, open(FileDescriptor.out), open(FileDescriptor.err));
  }

  /// The caller flushes.
  private static PrintStream open(FileDescriptor descriptor) {
    var buffered = new BufferedOutputStream(new FileOutputStream(descriptor));
    return new PrintStream(buffered, false, StandardCharsets.UTF_8);
  }
}
