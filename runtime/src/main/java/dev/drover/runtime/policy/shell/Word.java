package dev.drover.runtime.policy.shell;

/// One word of a command, as the shell would hand it over.
public sealed interface Word {
  /// As it stands in the line, quotes and all.
  String source();

  /// @param text what is left when the quotes are gone
  record Literal(String source, String text) implements Word {}

  /// Holds an expansion, a glob, braces or a tilde: it may become any words, or none.
  ///
  /// @param start the text that each of those words begins with; often empty
  record Unknown(String source, String start) implements Word {
    public Unknown(String source) {
      this(source, "");
    }
  }

  /// Follows an option of which it is not known whether it takes a value: this is that value, or a
  /// word of its own.
  record Perhaps(Word word) implements Word {
    @Override
    public String source() {
      return word.source();
    }
  }

  /// The text, or the empty text where it is not known.
  default String known() {
    return switch (this) {
      case Literal(_, var text) -> text;
      case Unknown _ -> "";
      case Perhaps(var word) -> word.known();
    };
  }

  /// Whether a program may take it for an option.
  default boolean mayBeOption() {
    return switch (this) {
      case Literal(_, var text) -> text.startsWith("-");
      case Unknown(_, var start) -> start.isEmpty() || start.startsWith("-");
      case Perhaps(var word) -> word.mayBeOption();
    };
  }
}
