package dev.drover.shell;

/// One word of a command, as the shell would pass it on.
public sealed interface ShellWord {
  /// As written in the line, with quotes.
  String source();

  /// @param text after quote removal
  record Literal(String source, String text) implements ShellWord {}

  /// Contains an expansion, a glob, braces or a tilde: it may become any words, or none.
  ///
  /// @param start the text that each of those words begins with; often empty
  record Unknown(String source, String start) implements ShellWord {
    public Unknown(String source) {
      this(source, "");
    }
  }

  /// Follows an option that may or may not take a value: this is that value, or a separate word.
  record Possible(ShellWord word) implements ShellWord {
    @Override
    public String source() {
      return word.source();
    }
  }

  /// The text, or the empty text if it is not known.
  default String known() {
    return switch (this) {
      case Literal(_, var text) -> text;
      case Unknown _ -> "";
      case Possible(var word) -> word.known();
    };
  }

  /// Whether a program may treat it as an option.
  default boolean mayBeOption() {
    return switch (this) {
      case Literal(_, var text) -> text.startsWith("-");
      case Unknown(_, var start) -> start.isEmpty() || start.startsWith("-");
      case Possible(var word) -> word.mayBeOption();
    };
  }
}
