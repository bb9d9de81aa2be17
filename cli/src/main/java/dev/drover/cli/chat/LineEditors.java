package dev.drover.cli.chat;

import dev.drover.spi.secret.SecretRedactor;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jline.keymap.KeyMap;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;

/// Line editors for prompts and for answers. Quotes, backslashes and `!` have no special meaning.
/// Pasted lines and lines ended with Alt-Enter stay together.
final class LineEditors {
  private static final String LINE_BREAK = "drover-line-break";
  private static final String SECONDARY_PROMPT = "  ";

  private LineEditors() {}

  /// For prompts.
  ///
  /// @param commands completed by Tab, with their slashes
  static LineReader ofPrompts(
      Terminal terminal, Path history, SecretRedactor redactor, Supplier<List<String>> commands) {
    var reader =
        builder(terminal)
            .history(new RedactedInputHistory(redactor))
            .completer(completer(commands))
            .variable(LineReader.HISTORY_FILE, history)
            .variable(LineReader.HISTORY_SIZE, RedactedInputHistory.MOST)
            .variable(LineReader.HISTORY_FILE_SIZE, RedactedInputHistory.MOST)
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, SECONDARY_PROMPT)
            .option(Option.HISTORY_TIMESTAMPED, false)
            .build();
    reader
        .getWidgets()
        .put(
            LINE_BREAK,
            () -> {
              reader.getBuffer().write('\n');
              return true;
            });
    Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN))
        .bind(new Reference(LINE_BREAK), KeyMap.alt('\r'), KeyMap.alt('\n'));
    return reader;
  }

  /// For answers to questions, which enter no history.
  static LineReader ofAnswers(Terminal terminal) {
    return builder(terminal).variable(LineReader.DISABLE_HISTORY, true).build();
  }

  private static LineReaderBuilder builder(Terminal terminal) {
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
        .variable(LineReader.BELL_STYLE, "none")
        .option(Option.DISABLE_EVENT_EXPANSION, true);
  }

  private static Completer completer(Supplier<List<String>> commands) {
    return (_, line, candidates) -> {
      if (line.wordIndex() == 0 && line.line().startsWith("/")) {
        commands.get().forEach(command -> candidates.add(new Candidate(command)));
      }
    };
  }
}
