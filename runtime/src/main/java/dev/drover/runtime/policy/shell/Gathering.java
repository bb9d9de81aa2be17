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
  private final List<Assignment> assigned = new ArrayList<>();
  private final Set<String> evaluated = new LinkedHashSet<>();
  private final Set<String> opaque = new LinkedHashSet<>();
  private boolean arithmetic;
  private boolean code;
  private int depth;

  /// A command whose here-documents may still be to come.
  static final class CommandDraft {
    private String source = "";
    private final List<Assignment> assignments = new ArrayList<>();
    private final List<Word> words = new ArrayList<>();
    private final List<RedirectDraft> redirects = new ArrayList<>();

    void word(Word word) {
      words.add(word);
    }

    boolean hasWords() {
      return !words.isEmpty();
    }

    void assigns(Assignment assignment) {
      assignments.add(assignment);
    }

    RedirectDraft redirect(Kind kind, int descriptor, @Nullable Word target) {
      var draft = new RedirectDraft(kind, descriptor, target);
      redirects.add(draft);
      return draft;
    }

    void endsAt(String text) {
      source = text.strip();
    }

    boolean isEmpty() {
      return words.isEmpty() && assignments.isEmpty() && redirects.isEmpty();
    }

    List<Word> words() {
      return words;
    }

    private SimpleCommand command() {
      var targets = redirects.stream().map(RedirectDraft::redirect).toList();
      return new SimpleCommand(source, words, assignments, targets);
    }
  }

  /// A redirection; the text of a here-document is known only after the end of its line.
  static final class RedirectDraft {
    private final Kind kind;
    private final int descriptor;
    private @Nullable Word target;

    private RedirectDraft(Kind kind, int descriptor, @Nullable Word target) {
      this.kind = kind;
      this.descriptor = descriptor;
      this.target = target;
    }

    void fed(Word text) {
      target = text;
    }

    private Redirect redirect() {
      return new Redirect(kind, descriptor, target == null ? new Word.Unknown("") : target);
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

  void assigns(String name, Assignment.Value value) {
    assigned.add(new Assignment(name, value));
  }

  void evaluates() {
    arithmetic = true;
  }

  /// Arithmetic asks for the value of a variable.
  void evaluates(String name) {
    arithmetic = true;
    evaluated.add(name);
  }

  /// Arithmetic gets an operand as it stands in the line.
  void evaluatesOperand(String source) {
    arithmetic = true;
    var operand = ArithmeticOperand.read(source);
    switch (operand) {
      case ArithmeticOperand.Constant _ -> {}
      case ArithmeticOperand.Variable(var name) -> evaluated.add(name);
      case ArithmeticOperand.Other _ ->
          opaque("arithmetic evaluates `%s`, which may be code".formatted(source));
    }
  }

  /// What an expansion becomes may be the outcome of code.
  void opaque(String why) {
    if (opaque.size() < MOST) {
      opaque.add(why);
    }
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
        List.copyOf(assigned),
        Set.copyOf(evaluated),
        new LinkedHashSet<>(opaque),
        arithmetic,
        code);
  }
}
