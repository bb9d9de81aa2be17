package dev.drover.spi.model.history;

import dev.drover.kernel.Media;
import dev.drover.spi.model.ModelRequest;
import java.util.Base64;

/// What goes with words: in the form in which JSON can hold it, or said in words.
public final class Attachments {
  private Attachments() {}

  public static String base64(Media media, ModelRequest request) {
    return Base64.getEncoder().encodeToString(request.read(media).array());
  }

  public static String dataUrl(Media media, ModelRequest request) {
    return "data:%s;base64,%s".formatted(media.type(), base64(media, request));
  }

  /// For a provider that wants a file to have a name.
  public static String fileName(Media media) {
    return media.name().isEmpty() ? "attachment.pdf" : media.name();
  }

  /// A text is read out. Of anything else is said that it was left out, so that the model does not
  /// guess what it cannot see.
  public static String words(Media media, ModelRequest request) {
    var title = media.name().isEmpty() ? "An attachment" : "The attachment " + media.name();
    return isText(media.type())
        ? "%s (%s):\n\n%s".formatted(title, media.type(), request.read(media))
        : "[%s (%s, %d bytes) was left out: this model cannot read it.]"
            .formatted(title, media.type(), media.bytes());
  }

  /// Words, which any model reads.
  public static boolean isText(String mediaType) {
    return mediaType.startsWith("text/") || mediaType.equals("application/json");
  }
}
