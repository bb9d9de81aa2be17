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

/// A file that was read once: all users get the same bytes, even if the file has changed since.
public final class LoadedFile {
  private final Path path;
  private final byte[] content;
  private final @Nullable UnusableFileException problem;

  private LoadedFile(Path path, byte[] content, @Nullable UnusableFileException problem) {
    this.path = path;
    this.content = content;
    this.problem = problem;
  }

  /// Never fails: an unreadable file is returned as a file with a problem.
  ///
  /// @param most maximum number of bytes
  public static LoadedFile read(Path path, int most) {
    try {
      if (!Files.isRegularFile(path)) {
        return broken(path, Files.exists(path) ? "it is not a file" : "it is not there");
      }
      try (var in = Files.newInputStream(path)) {
        var content = in.readNBytes(most + 1);
        return content.length <= most
            ? new LoadedFile(path, content, null)
            : new LoadedFile(
                path,
                new byte[0],
                new UnusableFileException(
                    0, "it is larger than %d bytes".formatted(most), "Make it shorter."));
      }
    } catch (IOException unreadable) {
      return broken(path, "it cannot be read: " + IoErrors.describe(unreadable));
    }
  }

  private static LoadedFile broken(Path path, String what) {
    return refused(path, new UnusableFileException(0, what, "Allow reading it."));
  }

  static LoadedFile refused(Path path, UnusableFileException problem) {
    return new LoadedFile(path, new byte[0], problem);
  }

  /// The same file under the name that is shown to people.
  LoadedFile at(Path name) {
    return new LoadedFile(name, content, problem);
  }

  public Path path() {
    return path;
  }

  /// The number of bytes that were read.
  public int size() {
    return content.length;
  }

  /// Why it cannot be used; empty if it can.
  public String problem() {
    return problem == null ? "" : problem.what();
  }

  /// SHA-256 of the content, in hexadecimal. An unusable file has one too, which differs from that
  /// of any usable file.
  public String digest() {
    var sha = sha256();
    sha.update((byte) (problem == null ? 0 : 1));
    return HexFormat.of().formatHex(sha.digest(content));
  }

  /// @throws CharacterCodingException if it is not valid UTF-8
  public String decode() throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
  }

  /// The whole content, with normalized line ends.
  String text() throws UnusableFileException {
    if (problem != null) {
      throw problem;
    }
    try {
      var text = decode().replace("\r\n", "\n");
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException foreign) {
      throw new UnusableFileException(0, "it is not a text in UTF-8", "Save it as UTF-8.");
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
