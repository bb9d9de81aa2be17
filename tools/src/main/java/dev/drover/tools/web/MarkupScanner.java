package dev.drover.tools.web;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jsoup.parser.Parser;

/// Reads markup once from beginning to end and reports tags and text.
///
/// A parser that builds the same tree as a browser takes quadratic time for some pages, and a page
/// may be written by an attacker. This one keeps no tree, reads each character a bounded number of
/// times, and does not recurse. It handles common markup; for malformed markup the result may
/// differ from that of a browser.
final class MarkupScanner {
  /// Elements whose content is not markup: it extends to the end tag of the same name.
  private static final Set<String> RAW =
      Set.of("script", "style", "iframe", "xmp", "noembed", "noframes", "textarea", "title");

  /// The longest name in HTML has 31 letters.
  private static final int MAX_REFERENCE = 40;

  private final String markup;
  private final Listener listener;
  private int at;

  private MarkupScanner(String markup, Listener listener) {
    this.markup = markup;
    this.listener = listener;
  }

  /// Receives the parts in order. Names of tags and attributes are in lower case.
  interface Listener {
    void start(String tag, Map<String, String> attributes);

    void end(String tag);

    /// @param text with its character references resolved
    void text(String text);
  }

  static void scan(String markup, Listener listener) {
    new MarkupScanner(markup, listener).all();
  }

  private void all() {
    while (at < markup.length()) {
      int open = markup.indexOf('<', at);
      if (open < 0) {
        text(markup.length());
      } else if (isTag(open)) {
        text(open);
        tag();
      } else {
        text(open + 1);
      }
    }
  }

  private boolean isTag(int open) {
    char next = charAt(open + 1);
    return next == '!'
        || next == '?'
        || isLetter(next)
        || (next == '/' && isLetter(charAt(open + 2)));
  }

  private void text(int end) {
    if (end > at) {
      listener.text(resolved(markup.substring(at, end)));
      at = end;
    }
  }

  private void tag() {
    char next = charAt(at + 1);
    if (markup.startsWith("<!--", at)) {
      skipPast("-->", at + 4);
    } else if (next == '!' || next == '?') {
      skipPast(">", at + 2);
    } else if (next == '/') {
      at += 2;
      var name = name();
      skipPast(">", at);
      listener.end(name);
    } else {
      at++;
      start(name());
    }
  }

  private void skipPast(String mark, int from) {
    int found = markup.indexOf(mark, from);
    at = found < 0 ? markup.length() : found + mark.length();
  }

  private String name() {
    int from = at;
    while (at < markup.length() && !isSpace(charAt(at)) && charAt(at) != '>' && charAt(at) != '/') {
      at++;
    }
    return markup.substring(from, at).toLowerCase(Locale.ROOT);
  }

  private void start(String tag) {
    var attributes = new TreeMap<String, String>();
    while (at < markup.length() && charAt(at) != '>') {
      if (isSpace(charAt(at)) || charAt(at) == '/') {
        at++;
      } else {
        attribute(attributes);
      }
    }
    if (at == markup.length()) {
      return; // A tag without an end is none.
    }
    boolean empty = charAt(at - 1) == '/';
    at++;
    listener.start(tag, attributes);
    if (RAW.contains(tag)) {
      raw(tag);
    } else if (empty) {
      listener.end(tag);
    }
  }

  private void attribute(Map<String, String> attributes) {
    int from = at;
    do {
      at++;
    } while (at < markup.length() && !isSpace(charAt(at)) && "=>/".indexOf(charAt(at)) < 0);
    var name = markup.substring(from, at).toLowerCase(Locale.ROOT);
    skipSpace();
    var value = "";
    if (charAt(at) == '=') {
      at++;
      skipSpace();
      value = value();
    }
    attributes.putIfAbsent(name, resolved(value));
  }

  private String value() {
    char quote = charAt(at);
    int from = at;
    if (quote == '"' || quote == '\'') {
      from++;
      skipPast(String.valueOf(quote), from);
      return markup.substring(from, Math.max(from, at - 1));
    }
    while (at < markup.length() && !isSpace(charAt(at)) && charAt(at) != '>') {
      at++;
    }
    return markup.substring(from, at);
  }

  private void skipSpace() {
    while (isSpace(charAt(at))) {
      at++;
    }
  }

  private void raw(String tag) {
    int end = at;
    while (end < markup.length() && !endsHere(tag, end)) {
      int next = markup.indexOf('<', end + 1);
      end = next < 0 ? markup.length() : next;
    }
    text(end);
    skipPast(">", at);
    listener.end(tag);
  }

  private boolean endsHere(String tag, int open) {
    char behind = charAt(open + 2 + tag.length());
    return markup.startsWith("</", open)
        && markup.regionMatches(true, open + 2, tag, 0, tag.length())
        && (behind == '>' || behind == '/' || behind == 0 || isSpace(behind));
  }

  private char charAt(int index) {
    return index < markup.length() ? markup.charAt(index) : 0;
  }

  private static String resolved(String text) {
    int reference = text.indexOf('&');
    if (reference < 0) {
      return text;
    }
    var plain = new StringBuilder(text.length());
    int done = 0;
    while (reference >= 0) {
      int end = reference + 1;
      while (end < text.length() && end - reference < MAX_REFERENCE && isReferenced(text, end)) {
        end++;
      }
      end = end < text.length() && text.charAt(end) == ';' ? end + 1 : end;
      plain.append(text, done, reference);
      var named = text.substring(reference, end);
      // A lookup for each single '&' would take most of the time.
      plain.append(named.length() < 3 ? named : Parser.unescapeEntities(named, false));
      done = end;
      reference = text.indexOf('&', done);
    }
    return plain.append(text, done, text.length()).toString();
  }

  private static boolean isReferenced(String text, int at) {
    char c = text.charAt(at);
    return isLetter(c) || (c >= '0' && c <= '9') || c == '#';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
  }
}
