package dev.drover.spi.secret;

import java.util.List;

/// What a key or token looks like that can be known by how it begins.
///
/// @param kind what is written in its place, for people
/// @param prefix how it begins, at the beginning of a word
/// @param parts what follows on the prefix, with a dot between one part and the next
/// @param proof what else it takes to count as a secret
/// @param extent how much of it is taken out
public record SecretShape(
    String kind, String prefix, List<Part> parts, Proof proof, Extent extent) {
  public SecretShape {
    parts = List.copyOf(parts);
  }

  /// A run of characters.
  ///
  /// @param most a longer run is something else; 0 if any length will do
  public record Part(String characters, int least, int most) {
    Alphabet alphabet() {
      return Alphabet.valueOf(characters);
    }
  }

  /// Whether the prefix is enough.
  public enum Proof {
    PREFIX,
    /// The prefix is in ordinary words and names too: the rest must look random.
    RANDOM
  }

  public enum Extent {
    WHOLE,
    /// The prefix says only where the secret is.
    BEHIND_PREFIX
  }

  /// As a person reads it.
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
