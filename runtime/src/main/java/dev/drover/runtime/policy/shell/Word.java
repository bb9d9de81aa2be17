package dev.drover.runtime.policy.shell;

/// One word of a command, as the shell would hand it over.
public sealed interface Word {
  /// As it stands in the line, quotes and all.
  String source();

  /// @param text what is left when the quotes are gone
  record Literal(String source, String text) implements Word {}

  /// Holds an expansion, a glob, braces or a tilde: it may become any words, or none.
  record Unknown(String source) implements Word {}

  /// The text, or the empty text where it is not known.
  default String known() {
    return switch (this) {
      case Literal(_, var text) -> text;
      case Unknown _ -> "";
    };
  }
}
