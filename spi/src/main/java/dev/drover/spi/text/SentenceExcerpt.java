package dev.drover.spi.text;

/// A value shortened for a message, never inside a character.
public final class SentenceExcerpt {
  private static final int MAX_LENGTH = 60;

  private SentenceExcerpt() {}

  public static String of(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
    return text.substring(0, end) + "…";
  }
}
