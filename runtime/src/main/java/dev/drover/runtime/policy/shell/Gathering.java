package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.SimpleCommand.Kind;
import dev.drover.runtime.policy.shell.SimpleCommand.Redirect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the parsers of one line, and of the texts inside it, have found so far. It also counts how
/// deep they are.
final class Gathering {
  /// No person nests deeper, and the parser is recursive.
  private static final int DEEPEST = 40;

  /// Nor could a person judge more, and each costs time.
  private static final int MOST = 1_000;

  private final List<CommandDraft> commands = new ArrayList<>();
  private final Set<String> assigned = new LinkedHashSet<>();
  private boolean arithmetic;
  private boolean code;
  private int depth;

  /// A command whose here-documents may still be to come.
  static final class CommandDraft {
    private String source = "";
    private boolean assigns;
    private final List<Word> words = new ArrayList<>();
    private final List<RedirectDraft> redirects = new ArrayList<>();

    void word(Word word) {
      words.add(word);
    }

    boolean hasWords() {
      return !words.isEmpty();
    }

    void assigns() {
      assigns = true;
    }

    RedirectDraft redirect(Kind kind, @Nullable Word target) {
      var draft = new RedirectDraft(kind, target);
      redirects.add(draft);
      return draft;
    }

    void endsAt(String text) {
      source = text.strip();
    }

    boolean isEmpty() {
      return words.isEmpty() && !assigns && redirects.isEmpty();
    }

    List<Word> words() {
      return words;
    }

    private SimpleCommand command() {
      var targets = redirects.stream().map(RedirectDraft::redirect).toList();
      return new SimpleCommand(source, words, targets);
    }
  }

  /// A redirection; the text of a here-document is known only after the end of its line.
  static final class RedirectDraft {
    private final Kind kind;
    private @Nullable Word target;

    private RedirectDraft(Kind kind, @Nullable Word target) {
      this.kind = kind;
      this.target = target;
    }

    void fed(Word text) {
      target = text;
    }

    private Redirect redirect() {
      return new Redirect(kind, target == null ? new Word.Unknown("") : target);
    }
  }

  void add(CommandDraft command) {
    if (commands.size() == MOST) {
      throw new Malformed("it has more than %d commands".formatted(MOST));
    }
    if (!command.isEmpty()) {
      commands.add(command);
    }
  }

  void assigns(String name) {
    assigned.add(name);
  }

  void evaluates() {
    arithmetic = true;
  }

  /// A text of which the quotes are gone.
  ///
  /// Arithmetic evaluates the texts it comes by, and runs a substitution in the subscript of an
  /// array even if it was quoted where it was written.
  void sees(String text) {
    int bracket = text.indexOf('[');
    code |=
        bracket >= 0
            && (text.indexOf("$(", bracket) >= 0
                || text.indexOf('`', bracket) >= 0
                || text.endsWith("$"));
  }

  void descend() {
    if (++depth > DEEPEST) {
      throw new Malformed("it is nested more than %d deep".formatted(DEEPEST));
    }
  }

  void ascend() {
    depth--;
  }

  Script script() {
    return new Script(
        commands.stream().map(CommandDraft::command).toList(),
        Set.copyOf(assigned),
        arithmetic,
        code);
  }
}
