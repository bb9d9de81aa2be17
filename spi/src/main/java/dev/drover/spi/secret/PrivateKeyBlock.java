package dev.drover.spi.secret;

/// A private key between its lines of dashes, as OpenSSL, SSH and PGP write it; also on one line,
/// and with the quotes and escapes of source code in it. Without an end line it extends as far as
/// the text looks like a key.
final class PrivateKeyBlock {
  static final String BEGINS = "-----BEGIN ";
  private static final String ENDS = "-----END ";
  private static final String DASHES = "-----";
  private static final String PRIVATE = "PRIVATE KEY";

  /// No key is longer.
  private static final int MOST = 64 * 1024;

  private static final int LONGEST_TITLE = 64;
  private static final int LONGEST_HEADER = 200;
  private static final int MOST_HEADERS = 8;

  /// A shorter word on its own is not a piece of a key.
  private static final int PIECE = 16;

  private static final int LEAST = 10;
  private static final String FILLER = " \t\r\n\"'`\\+,*#>|.";

  private final String text;
  private final int start;

  /// After the last character of the body so far.
  private int at;

  private int bodyChars;
  private int headers;

  /// After the last piece that looks like a key on its own.
  private int keyEnd = -1;

  private boolean onNewLine;

  /// Whether a short piece precedes on the same line.
  private boolean afterShort;

  private PrivateKeyBlock(String text, int start) {
    this.text = text;
    this.start = start;
  }

  /// How far the search went, and its result.
  ///
  /// @param end after the key; negative if there is none
  /// @param over whether more text could change the result
  record Extent(int end, boolean over) {}

  static Extent at(String text, int start) {
    int title = start + BEGINS.length();
    int limit = Math.min(text.length(), title + LONGEST_TITLE);
    int dashes = title;
    while (dashes < limit && isTitle(text.charAt(dashes))) {
      dashes++;
    }
    if (!text.startsWith(DASHES, dashes)) {
      return new Extent(-1, dashes + DASHES.length() <= text.length());
    }
    if (!text.substring(title, dashes).contains(PRIVATE)) {
      return new Extent(-1, true);
    }
    return new PrivateKeyBlock(text, start).walk(dashes + DASHES.length());
  }

  private static boolean isTitle(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
  }

  private Extent walk(int body) {
    at = body;
    int limit = Math.min(text.length(), start + MOST);
    while (at < limit) {
      char c = text.charAt(at);
      if (SecretAlphabet.ALNUM.has(c) || c == '/' || c == '=') {
        if (!piece(limit)) {
          break;
        }
      } else if (c == '-' && text.startsWith(ENDS, at)) {
        return ended();
      } else if (isFiller(c)) {
        boolean ends = c == '\n' || (c == '\\' && at + 1 < limit && text.charAt(at + 1) == 'n');
        onNewLine |= ends;
        afterShort &= !ends;
        at += isEscape(limit) ? 2 : 1;
      } else {
        break;
      }
    }
    if (at >= text.length()) {
      boolean begun = bodyChars > 0 && onNewLine;
      return new Extent(begun ? text.length() : keyEnd, false);
    }
    return new Extent(keyEnd, at + ENDS.length() <= text.length());
  }

  private boolean isFiller(char c) {
    return FILLER.indexOf(c) >= 0 || (c == '-' && onNewLine && !text.startsWith("--", at));
  }

  /// Otherwise the letter of an escape would count as the beginning of a piece.
  private boolean isEscape(int limit) {
    return text.charAt(at) == '\\' && at + 1 < limit && "nrt".indexOf(text.charAt(at + 1)) >= 0;
  }

  /// A piece of the key, or a header above it.
  private boolean piece(int limit) {
    int from = at;
    while (at < limit
        && (SecretAlphabet.BASE64.has(text.charAt(at)) || text.charAt(at) == '=')
        && text.charAt(at) != '_') {
      if (text.charAt(at) == '-' && text.startsWith(DASHES, at)) {
        break;
      }
      at++;
    }
    if (at < limit && text.charAt(at) == ':' && bodyChars < LEAST) {
      return ++headers <= MOST_HEADERS && skipLine(limit);
    }
    boolean isShort = at - from < PIECE;
    if (isShort && afterShort) {
      // Words.
      return false;
    }
    afterShort = isShort;
    bodyChars += at - from;
    if (at - from >= PIECE) {
      keyEnd = at;
    }
    return true;
  }

  private boolean skipLine(int limit) {
    int last = Math.min(limit, at + LONGEST_HEADER);
    while (at < last) {
      if (text.charAt(at) == '\n' || isEscape(limit)) {
        return true;
      }
      at++;
    }
    return at == text.length();
  }

  private Extent ended() {
    int dashes = at + ENDS.length();
    while (dashes < text.length() && isTitle(text.charAt(dashes))) {
      dashes++;
    }
    if (bodyChars < LEAST) {
      return new Extent(-1, true);
    }
    if (text.startsWith(DASHES, dashes)) {
      return new Extent(dashes + DASHES.length(), true);
    }
    boolean over = dashes + DASHES.length() <= text.length();
    return new Extent(over ? keyEnd : text.length(), over);
  }
}
