package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretShapes.SecretShape;
import org.jspecify.annotations.Nullable;

/// A few characters after, before or around which a secret may be.
///
/// @param shape of the token that begins so, for a [Role#TOKEN] and for encoded ones
/// @param lead number of characters before the marker in the same group of four, in Base64
record SecretMarker(String text, Role role, Case letters, @Nullable SecretShape shape, int lead) {
  enum Role {
    TOKEN,
    /// The name of a secret value.
    PASSWORD_NAME,
    TOKEN_NAME,
    KEY_NAME,
    BASIC_NAME,
    KEY_BLOCK,
    ADDRESS,
    AUTHORIZATION,
    BEARER,
    SIGNATURE,
    PGPASS,
    TELEGRAM,
    DISCORD,
    AZURE,
    /// A token in Base64.
    ENCODED,
    ENCODED_BLOCK,
    /// Hides other markers until it is decoded.
    ESCAPE
  }

  enum Case {
    AS_WRITTEN,
    ANY
  }

  SecretMarker(String text, Role role, Case letters) {
    this(text, role, letters, null, 0);
  }

  boolean isAt(String in, int at) {
    return in.regionMatches(letters == Case.ANY, at, text, 0, text.length());
  }
}
