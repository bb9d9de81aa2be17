package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.Bytes;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// A file that is sent with a prompt: an image, a document, audio or text.
///
/// @param type a media type, such as `image/png`
/// @param name the name that the model sees, such as a file name; may be empty
public record Attachment(String type, Bytes content, String name) {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("webp", "image/webp"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("wav", "audio/wav"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("flac", "audio/flac"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("webm", "video/webm"),
          Map.entry("txt", "text/plain"),
          Map.entry("md", "text/markdown"),
          Map.entry("csv", "text/csv"),
          Map.entry("html", "text/html"),
          Map.entry("xml", "text/xml"),
          Map.entry("json", "application/json"));

  public Attachment {
    type = type.toLowerCase(Locale.ROOT);
  }

  /// @param content not copied: the caller must not modify it afterwards
  public static Attachment of(String type, byte[] content) {
    nonNull(type, "type");
    nonNull(content, "content");
    return new Attachment(type, Bytes.of(content), "");
  }

  /// Reads a file. Its type is derived from its name.
  ///
  /// @throws ConfigurationInvalid if the file cannot be read, or its name has no known type
  public static Attachment file(Path file) {
    nonNull(file, "file");
    var name = file.getFileName().toString();
    var ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    var type = TYPES.get(ending);
    if (type == null) {
      throw new ConfigurationInvalid(
          "attachment",
          "the name of %s does not tell what kind of file it is".formatted(file),
          "Read it yourself, and say its type: new Attachment(type, content, name).");
    }
    try {
      return new Attachment(type, Bytes.of(Files.readAllBytes(file)), name);
    } catch (IOException unreadable) {
      throw new ConfigurationInvalid(
          "attachment",
          "%s cannot be read: %s".formatted(file, IoErrors.describe(unreadable)),
          "Give the path of a file that is there and may be read.");
    }
  }

  /// Omits the content: the result appears in messages and logs.
  @Override
  public String toString() {
    return "%s%s of %,d bytes"
        .formatted(type, name.isEmpty() ? "" : " '" + name + "'", content.length());
  }
}
