package dev.drover.codec.json;

import java.util.SplittableRandom;

/// Arbitrary strings: plain ones, and every kind of character that needs care.
public final class RandomStrings {
  private static final String CARE =
      "\"\\/\b\f\n\r\t\u0000\u001f\u007f\u0080\u07ff\u0800\u2028\ufffd\uffff";

  private RandomStrings() {}

  /// May contain unpaired surrogates, which no other writer of UTF-8 accepts.
  public static String any(SplittableRandom random, int maxLength) {
    var text = new StringBuilder();
    int length = random.nextInt(maxLength + 1);
    boolean plain = random.nextInt(3) == 0;
    while (text.length() < length) {
      if (plain) {
        text.append((char) random.nextInt(' ', 127));
      } else {
        appendAny(random, text);
      }
    }
    return text.toString();
  }

  private static void appendAny(SplittableRandom random, StringBuilder text) {
    switch (random.nextInt(6)) {
      case 0 -> text.append(CARE.charAt(random.nextInt(CARE.length())));
      case 1 -> text.append((char) random.nextInt(0x80, 0xd800));
      case 2 -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
      case 3 -> text.append((char) random.nextInt(0xd800, 0xe000));
      default -> text.append((char) random.nextInt(' ', 127));
    }
  }

  /// The same with every unpaired surrogate replaced.
  public static String unicode(SplittableRandom random, int maxLength) {
    var text = any(random, maxLength).toCharArray();
    for (int i = 0; i < text.length; i++) {
      boolean pair =
          i + 1 < text.length
              && Character.isHighSurrogate(text[i])
              && Character.isLowSurrogate(text[i + 1]);
      if (pair) {
        i++;
      } else if (Character.isSurrogate(text[i])) {
        text[i] = '?';
      }
    }
    return new String(text);
  }
}
