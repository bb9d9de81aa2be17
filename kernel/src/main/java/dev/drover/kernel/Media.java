package dev.drover.kernel;

/// Something that is not text, kept outside the journal: an image, a document.
///
/// @param type a media type, such as `image/png`
public record Media(String type, BlobId content, long bytes) {
  public Media {
    if (bytes < 1) {
      throw new IllegalArgumentException("media has at least one byte: " + bytes);
    }
  }
}
