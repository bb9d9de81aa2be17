package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// Content other than text, stored outside the journal: an image, a document, a recording.
///
/// @param type a media type, such as `image/png`
/// @param name for people, such as a file name; may be empty
public record Media(String type, BlobId content, long bytes, String name) {
  public Media {
    NullChecks.nonNull(type, "Media.type");
    NullChecks.nonNull(content, "Media.content");
    NullChecks.nonNull(name, "Media.name");
    if (bytes < 1) {
      throw new IllegalArgumentException("media has at least one byte: " + bytes);
    }
  }

  /// Without a name.
  public Media(String type, BlobId content, long bytes) {
    this(type, content, bytes, "");
  }
}
