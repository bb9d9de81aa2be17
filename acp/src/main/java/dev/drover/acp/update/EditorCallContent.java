package dev.drover.acp.update;

import dev.drover.spi.Bytes;
import org.jspecify.annotations.Nullable;

/// Content of a message or of a call.
public sealed interface EditorCallContent {
  record PlainText(String text) implements EditorCallContent {}

  /// Text that is shown as it is, in a fixed-width font.
  ///
  /// @param language for highlighting; may be empty
  record CodeText(String text, String language) implements EditorCallContent {}

  /// @param type such as `image/png`
  record MediaData(String type, Bytes data) implements EditorCallContent {}

  /// Content that was sent with a prompt and cannot be shown in place.
  record NamedFile(String name, String type, long bytes) implements EditorCallContent {}

  /// A file before and after a call.
  ///
  /// @param path absolute
  /// @param before null if there was no file
  record FileDiff(String path, @Nullable String before, String after)
      implements EditorCallContent {}
}
