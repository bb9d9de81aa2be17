package dev.drover.files;

import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// A file that was read once: everybody who uses it gets the same bytes, whatever happened to the
/// file since.
public final class SourceFile {
  private final Path path;
  private final byte[] content;
  private final @Nullable Unusable problem;

  private SourceFile(Path path, byte[] content, @Nullable Unusable problem) {
    this.path = path;
    this.content = content;
    this.problem = problem;
  }

  /// Never fails: what cannot be read is a file with a problem.
  ///
  /// @param most how many bytes it may have
  public static SourceFile read(Path path, int most) {
    try {
      if (!Files.isRegularFile(path)) {
        return broken(path, Files.exists(path) ? "it is not a file" : "it is not there");
      }
      try (var in = Files.newInputStream(path)) {
        var content = in.readNBytes(most + 1);
        return content.length <= most
            ? new SourceFile(path, content, null)
            : new SourceFile(
                path,
                new byte[0],
                new Unusable(0, "it is larger than %d bytes".formatted(most), "Make it shorter."));
      }
    } catch (IOException unreadable) {
      return broken(path, "it cannot be read: " + IoErrors.describe(unreadable));
    }
  }

  private static SourceFile broken(Path path, String what) {
    return refused(path, new Unusable(0, what, "Allow reading it."));
  }

  static SourceFile refused(Path path, Unusable problem) {
    return new SourceFile(path, new byte[0], problem);
  }

  /// The same under the name by which people know it.
  SourceFile at(Path name) {
    return new SourceFile(name, content, problem);
  }

  public Path path() {
    return path;
  }

  /// How many bytes were read.
  public int size() {
    return content.length;
  }

  /// Why it cannot be used; empty if it can.
  public String problem() {
    return problem == null ? "" : problem.what();
  }

  /// SHA-256 of what was read, in hexadecimal. A file that cannot be used has one too, which tells
  /// it from each that can.
  public String digest() {
    var sha = sha256();
    sha.update((byte) (problem == null ? 0 : 1));
    return HexFormat.of().formatHex(sha.digest(content));
  }

  /// @throws CharacterCodingException if it is no text in UTF-8
  public String decode() throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
  }

  /// All of it, with one kind of line end.
  String text() throws Unusable {
    if (problem != null) {
      throw problem;
    }
    try {
      var text = decode().replace("\r\n", "\n");
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException foreign) {
      throw new Unusable(0, "it is not a text in UTF-8", "Save it as UTF-8.");
    }
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
