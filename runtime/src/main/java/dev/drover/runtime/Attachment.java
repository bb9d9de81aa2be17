package dev.drover.runtime;

import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Something that goes with the words of a prompt: an image, a document, a recording, a file of
/// text.
///
/// @param type a media type, such as `image/png`
/// @param name what the model may call it, such as the name of a file; may be empty
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

  /// @param content taken over: whoever made it must not write to it any more
  public static Attachment of(String type, byte[] content) {
    return new Attachment(type, Bytes.of(content), "");
  }

  /// A file, whose type is told by its name.
  ///
  /// @throws ConfigurationInvalid if it cannot be read, or its name does not tell
  public static Attachment file(Path file) {
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

  /// Never its content: this ends up in messages and logs.
  @Override
  public String toString() {
    return "%s%s of %,d bytes"
        .formatted(type, name.isEmpty() ? "" : " '" + name + "'", content.length());
  }
}
