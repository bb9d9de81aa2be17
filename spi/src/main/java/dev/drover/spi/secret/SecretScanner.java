package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretMarker.Role;
import dev.drover.spi.secret.SecretShapes.SecretShape;
import dev.drover.spi.secret.SecretShapes.SecretShape.Extent;
import dev.drover.spi.secret.SecretShapes.SecretShape.Proof;
import java.util.ArrayList;
import java.util.List;

/// One pass over one text: decides at each marker whether a secret is there. The cost of a position
/// is bounded, whatever the text: runs are scanned once ([CharRuns]), everything else has a maximum
/// length.
final class SecretScanner {
  private static final int LONGEST_AUTHORITY = 256;
  private static final int SHORTEST_URL_PASSWORD = 3;
  private static final int LONGEST_ESCAPE = 12;
  private static final int ENCODED_AT_ONCE = 400;
  private static final int SHORTEST_SIGNATURE = 30;

  private final String text;
  private final CharRuns runs;
  private final List<SecretSpan> spans = new ArrayList<>();

  /// The position from which more text could change the result.
  private int open;

  /// Whether the text must be decoded to find all secrets.
  private boolean escaped;

  /// After the name whose value was checked last.
  private int namedTo = -1;

  private SecretScanner(String text) {
    this.text = text;
    this.runs = new CharRuns(text);
    this.open = text.length();
  }

  /// @param first position of the first marker
  static SecretScanner of(String text, int first) {
    var scan = new SecretScanner(text);
    int at = first;
    while (at >= 0) {
      at = SecretMarkers.next(text, scan.visit(at));
    }
    return scan;
  }

  List<SecretSpan> spans() {
    return spans;
  }

  int open() {
    return open;
  }

  boolean isEscaped() {
    return escaped;
  }

  /// @return where to continue
  private int visit(int at) {
    int next = at + 1;
    for (var marker : SecretMarkers.at(text, at)) {
      if (marker.isAt(text, at)) {
        next = Math.max(next, look(marker, at));
        if (!spans.isEmpty() && spans.getLast().end() > at) {
          return Math.max(next, spans.getLast().end());
        }
      }
    }
    return next;
  }

  private int look(SecretMarker marker, int at) {
    switch (marker.role()) {
      case TOKEN -> token(marker, at);
      case PASSWORD_NAME, TOKEN_NAME, KEY_NAME, BASIC_NAME -> named(marker, at);
      case KEY_BLOCK -> keyBlock(at);
      case ADDRESS -> address(at);
      case AUTHORIZATION -> authorization(at + marker.text().length());
      case BEARER -> header(at + marker.text().length(), Proof.RANDOM);
      case SIGNATURE -> signature(at + marker.text().length());
      case PGPASS -> pgpass(marker, at);
      case TELEGRAM -> telegram(at);
      case DISCORD -> discord(at);
      case AZURE -> azure(at);
      case ENCODED -> encoded(marker, at);
      case ENCODED_BLOCK -> encodedBlock(at);
      case ESCAPE -> escaped = true;
    }
    return at + 1;
  }

  private void found(int start, int end, String kind) {
    spans.add(new SecretSpan(start, end, kind));
  }

  private void undecided(int from) {
    open = Math.min(open, from);
  }

  private void token(SecretMarker marker, int at) {
    var shape = marker.shape();
    if (shape == null || (shape.extent() == Extent.WHOLE && !WordBoundary.isAt(text, at))) {
      return;
    }
    int from = at + shape.prefix().length();
    int end = tokenEnd(shape, from);
    int start = shape.extent() == Extent.WHOLE ? at : from;
    if (end == text.length() || end == -text.length()) {
      undecided(start);
    }
    if (end > 0) {
      found(start, end, shape.kind());
    }
  }

  /// @return the position after the token; if there is none, the negated position where the search
  ///   ended
  private int tokenEnd(SecretShape shape, int from) {
    int end = from;
    for (int i = 0; i < shape.parts().size(); i++) {
      var part = shape.parts().get(i);
      if (i > 0) {
        if (end >= text.length() || text.charAt(end) != '.') {
          return -end;
        }
        end++;
      }
      int to = runs.end(part.alphabet(), end);
      if (to - end < part.least() || (part.most() > 0 && to - end > part.most())) {
        return -to;
      }
      end = to;
    }
    return shape.proof() == Proof.PREFIX || RandomTextDetector.isIn(text, from, end) ? end : -end;
  }

  private void named(SecretMarker marker, int at) {
    int nameEnd =
        marker.role() == Role.BASIC_NAME
            ? at + marker.text().stripTrailing().length() - (marker.text().endsWith(": ") ? 1 : 0)
            : nameEnd(at + marker.text().length());
    if (nameEnd == namedTo
        || (marker.role() != Role.BASIC_NAME && !SecretName.isAround(text, marker, at, nameEnd))) {
      return;
    }
    namedTo = nameEnd;
    // The separator between a name and its value may be escaped; quotes and line ends are known
    // anyway.
    escaped |= nameEnd < text.length() && "%&".indexOf(text.charAt(nameEnd)) >= 0;
    var value = new NamedValue(text, runs, at, nameEnd);
    if (!value.find()) {
      return;
    }
    if (value.isOpen()) {
      undecided(value.start());
    }
    if (value.isSecret(marker.role())) {
      found(value.start(), value.end(), kindAt(value.start()));
    }
  }

  /// A name may end a sentence.
  private int nameEnd(int from) {
    int end = runs.end(SecretAlphabet.DOTTED, from);
    while (end > from && !SecretAlphabet.WORD.has(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  /// A recognized key says more than the name before it.
  private String kindAt(int at) {
    if (at + 2 < text.length()) {
      for (var marker : SecretMarkers.at(text, at)) {
        var shape = marker.shape();
        if (marker.role() == Role.TOKEN
            && shape != null
            && marker.isAt(text, at)
            && tokenEnd(shape, at + shape.prefix().length()) > 0) {
          return shape.kind();
        }
      }
    }
    return "password";
  }

  private void keyBlock(int at) {
    var key = PrivateKeyBlock.at(text, at);
    if (!key.over()) {
      undecided(at);
    }
    if (key.end() > 0) {
      found(at, key.end(), "private-key");
    }
  }

  /// The password of `scheme://user:password@host`.
  private void address(int at) {
    int from = at + "://".length();
    int limit = Math.min(text.length(), from + LONGEST_AUTHORITY);
    int colon = -1;
    int atSign = -1;
    int end = from;
    while (end < limit && "/\\\"'<>`, ?#\t\r\n".indexOf(text.charAt(end)) < 0) {
      char c = text.charAt(end);
      colon = c == ':' && colon < 0 ? end : colon;
      atSign = c == '@' ? end : atSign;
      end++;
    }
    if (end == text.length()) {
      undecided(at);
    }
    if (colon < 0
        || atSign - colon - 1 < SHORTEST_URL_PASSWORD
        || RandomTextDetector.isStandIn(text, colon + 1, atSign)
        || RandomTextDetector.isWeak(text.substring(colon + 1, atSign))) {
      return;
    }
    found(colon + 1, atSign, "password");
  }

  private void authorization(int from) {
    int at = skip(skip(from, "\"'\\] "), ":=");
    if (at == from || ":=".indexOf(text.charAt(at - 1)) < 0) {
      return;
    }
    at = skip(at, "\"'\\ \t");
    int word = at;
    while (word < text.length()
        && word - at < LONGEST_ESCAPE
        && SecretAlphabet.ALNUM.has(text.charAt(word))) {
      word++;
    }
    int value = skip(word, " ");
    if (value > word) {
      header(value, Proof.PREFIX);
    } else if (word == text.length()) {
      undecided(at);
    }
  }

  private int skip(int from, String characters) {
    int at = from;
    while (at < text.length() && at - from < 8 && characters.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private void header(int from, Proof proof) {
    int end = runs.end(SecretAlphabet.HEADER, from);
    if (end == text.length()) {
      undecided(from);
    }
    if (end - from < 8 || RandomTextDetector.isStandIn(text, from, end)) {
      return;
    }
    boolean secret =
        proof == Proof.RANDOM
            ? end - from >= 20 && RandomTextDetector.isIn(text, from, end)
            : RandomTextDetector.isValue(text, from, end)
                || RandomTextDetector.isIn(text, from, end)
                || Base64Text.isUserAndPassword(text, from, end);
    if (secret) {
      var kind = kindAt(from);
      found(from, end, kind.equals("password") ? "authorization" : kind);
    }
  }

  private void signature(int from) {
    int end = runs.end(SecretAlphabet.PERCENT, from);
    if (end == text.length()) {
      undecided(from);
    }
    if (end - from >= SHORTEST_SIGNATURE && !RandomTextDetector.isStandIn(text, from, end)) {
      found(from, end, "signature");
    }
  }

  /// `host:port:database:user:password`, as in a .pgpass file.
  private void pgpass(SecretMarker marker, int at) {
    int from = at + marker.text().length();
    int fields = marker.text().equals(":*:*:") ? 1 : 2;
    for (int i = 0; i < fields; i++) {
      int end = runs.end(SecretAlphabet.DOTTED, from);
      end = end < text.length() && text.charAt(end) == '*' ? end + 1 : end;
      if (end >= text.length() || text.charAt(end) != ':') {
        return;
      }
      from = end + 1;
    }
    int end = runs.end(SecretAlphabet.BARE, from);
    if (end == text.length()) {
      undecided(from);
    }
    if (end > from && RandomTextDetector.isValue(text, from, end)) {
      found(from, end, "password");
    }
  }

  /// `12345678:AA…`
  private void telegram(int at) {
    int digits = at;
    while (digits > 0
        && at - digits < LONGEST_ESCAPE
        && SecretAlphabet.DIGITS.has(text.charAt(digits - 1))) {
      digits--;
    }
    int end = runs.end(SecretAlphabet.DASHED, at + 1);
    if (at - digits < 8 || at - digits > 10) {
      return;
    }
    if (end == text.length()) {
      undecided(digits);
    }
    if (end - at - 1 >= 33 && RandomTextDetector.isIn(text, at + 1, end)) {
      found(digits, end, "telegram-token");
    }
  }

  /// The id of a bot in Base64, a time, a signature.
  private void discord(int at) {
    if (!WordBoundary.isAt(text, at)) {
      return;
    }
    int first = runs.end(SecretAlphabet.DASHED, at);
    if (first == text.length() && first - at <= 28) {
      undecided(at);
    }
    if (first - at < 20
        || first - at > 28
        || first + 6 >= text.length()
        || text.charAt(first) != '.') {
      return;
    }
    int second = runs.end(SecretAlphabet.DASHED, first + 1);
    if (second - first > 8 || second >= text.length() || text.charAt(second) != '.') {
      return;
    }
    int end = runs.end(SecretAlphabet.DASHED, second + 1);
    if (end == text.length()) {
      undecided(at);
    }
    if (end - second > 25) {
      found(at, end, "discord-token");
    }
  }

  /// `abc8Q~…`
  private void azure(int at) {
    int start = at - 3;
    if (start < 0 || !WordBoundary.isAt(text, start)) {
      return;
    }
    int end = runs.end(SecretAlphabet.HEADER, at);
    if (end == text.length()) {
      undecided(start);
    }
    if (end - at >= 31 && end - at <= 40) {
      found(start, end, "azure-secret");
    }
  }

  /// A token that was encoded in Base64, perhaps with other text.
  private void encoded(SecretMarker marker, int at) {
    var shape = marker.shape();
    int group = at - marker.lead();
    if (shape == null || group < 0) {
      return;
    }
    int before = group >= 4 && runs.end(SecretAlphabet.BASE64, group - 4) >= at ? 4 : 0;
    int run = runs.end(SecretAlphabet.BASE64, group);
    int prefix = before / 4 * 3 + Math.max(0, marker.lead() - 1);
    int enough = Math.min(run, group + 4 + 2 * shape.prefix().length());
    var beginning = Base64Text.decode(text, group - before, enough);
    if (!beginning.startsWith(shape.prefix(), prefix) || !WordBoundary.isAt(beginning, prefix)) {
      return;
    }
    int end = Math.min(run, group + ENCODED_AT_ONCE);
    var plain = Base64Text.decode(text, group - before, end);
    if (end == text.length()) {
      undecided(group);
    }
    int tokenEnd = new SecretScanner(plain).tokenEnd(shape, prefix + shape.prefix().length());
    if (tokenEnd > 0) {
      int to = group - before + (tokenEnd * 8 + 5) / 6;
      found(group, Math.min(end, to), shape.kind());
    }
  }

  private void encodedBlock(int at) {
    int end = runs.end(SecretAlphabet.PADDED, at);
    var plain = Base64Text.decode(text, at, Math.min(end, at + 100));
    if (end == text.length()) {
      undecided(at);
    }
    if (plain.contains("PRIVATE KEY")) {
      found(at, Base64Text.lastLine(text, end), "private-key");
    }
  }
}
