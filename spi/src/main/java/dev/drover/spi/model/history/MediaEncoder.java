package dev.drover.spi.model.history;

import dev.drover.kernel.value.Media;
import dev.drover.spi.model.ModelRequest;
import java.util.Base64;

/// Encodes attachments: as JSON can hold them, or as text.
public final class MediaEncoder {
  private MediaEncoder() {}

  public static String base64(Media media, ModelRequest request) {
    return Base64.getEncoder().encodeToString(request.read(media).array());
  }

  public static String dataUrl(Media media, ModelRequest request) {
    return "data:%s;base64,%s".formatted(media.type(), base64(media, request));
  }

  /// For a provider that requires a file name.
  public static String fileName(Media media) {
    return media.name().isEmpty() ? "attachment.pdf" : media.name();
  }

  /// Text is included as it is. Any other content is replaced by a note that it was left out, so
  /// that the model does not guess what it cannot see.
  public static String words(Media media, ModelRequest request) {
    var title = media.name().isEmpty() ? "An attachment" : "The attachment " + media.name();
    return isText(media.type())
        ? "%s (%s):\n\n%s".formatted(title, media.type(), request.read(media))
        : "[%s (%s, %d bytes) was left out: this model cannot read it.]"
            .formatted(title, media.type(), media.bytes());
  }

  /// Text, which every model can read.
  public static boolean isText(String mediaType) {
    return mediaType.startsWith("text/") || mediaType.equals("application/json");
  }
}
