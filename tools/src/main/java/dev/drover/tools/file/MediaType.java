package dev.drover.tools.file;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Media that a model can read in addition to text, detected from the first bytes because a file
/// name is not reliable.
enum MediaType {
  PNG("image/png", "\u0089PNG\r\n\u001A\n"),
  JPEG("image/jpeg", "\u00FF\u00D8\u00FF"),
  GIF("image/gif", "GIF8"),
  WEBP("image/webp", "RIFF????WEBP"),
  PDF("application/pdf", "%PDF-");

  private final String type;

  /// One character for each byte; `?` matches any byte.
  private final String beginning;

  MediaType(String type, String beginning) {
    this.type = type;
    this.beginning = beginning;
  }

  /// For example `image/png`.
  String type() {
    return type;
  }

  static Optional<MediaType> of(byte[] head) {
    var text = new String(head, StandardCharsets.ISO_8859_1);
    for (var each : values()) {
      if (each.begins(text)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private boolean begins(String text) {
    for (int i = 0; i < beginning.length(); i++) {
      char wanted = beginning.charAt(i);
      if (i >= text.length() || (wanted != '?' && wanted != text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
