package dev.drover.spi.secret;

import java.util.List;

/// The format of a key or token that can be recognized by its prefix.
///
/// @param kind the text that replaces it, for people
/// @param prefix at the beginning of a word
/// @param parts follow the prefix, with a dot between them
/// @param proof further requirements for a secret
/// @param extent how much of it is removed
public record SecretShape(
    String kind, String prefix, List<Part> parts, Proof proof, Extent extent) {
  public SecretShape {
    parts = List.copyOf(parts);
  }

  /// A run of characters.
  ///
  /// @param most a longer run is something else; 0 for any length
  public record Part(String characters, int least, int most) {
    SecretAlphabet alphabet() {
      return SecretAlphabet.valueOf(characters);
    }
  }

  /// Whether the prefix is sufficient.
  public enum Proof {
    PREFIX,
    /// The prefix occurs in ordinary words and names too: the rest must look random.
    RANDOM
  }

  public enum Extent {
    WHOLE,
    /// The prefix only indicates where the secret is.
    BEHIND_PREFIX
  }

  /// In a form for people.
  public String notation() {
    var text = new StringBuilder(prefix);
    for (int i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      var length = part.most == part.least ? "" + part.least : part.least + " or more";
      var most = part.most > part.least ? part.least + " to " + part.most : length;
      text.append(i == 0 ? " " : " . ").append(part.alphabet().notation()).append(' ').append(most);
    }
    return text.toString();
  }

  static String mark(String kind) {
    return "[redacted " + kind + "]";
  }
}
