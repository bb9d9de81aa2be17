package dev.drover.shell;

import dev.drover.shell.SimpleCommand.Kind;
import dev.drover.shell.SimpleCommand.Redirect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The results so far of the parsers of one line and of the texts inside it. It also counts their
/// depth.
final class ParseCollector {
  /// No person nests deeper, and the parser is recursive.
  private static final int DEEPEST = 40;

  /// A person could not judge more, and each costs time.
  private static final int MOST = 1_000;

  private final List<CommandDraft> commands = new ArrayList<>();
  private final List<VariableAssignment> assigned = new ArrayList<>();
  private final Set<String> evaluated = new LinkedHashSet<>();
  private final Set<String> opaque = new LinkedHashSet<>();
  private boolean arithmetic;
  private boolean code;
  private int depth;

  /// A command whose here-documents may not have been read yet.
  static final class CommandDraft {
    private String source = "";
    private final List<VariableAssignment> assignments = new ArrayList<>();
    private final List<ShellWord> words = new ArrayList<>();
    private final List<RedirectDraft> redirects = new ArrayList<>();

    void word(ShellWord word) {
      words.add(word);
    }

    boolean hasWords() {
      return !words.isEmpty();
    }

    void assigns(VariableAssignment assignment) {
      assignments.add(assignment);
    }

    RedirectDraft redirect(Kind kind, int descriptor, @Nullable ShellWord target) {
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

    List<ShellWord> words() {
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
    private @Nullable ShellWord target;

    private RedirectDraft(Kind kind, int descriptor, @Nullable ShellWord target) {
      this.kind = kind;
      this.descriptor = descriptor;
      this.target = target;
    }

    void fed(ShellWord text) {
      target = text;
    }

    private Redirect redirect() {
      return new Redirect(kind, descriptor, target == null ? new ShellWord.Unknown("") : target);
    }
  }

  void add(CommandDraft command) {
    if (commands.size() == MOST) {
      throw new MalformedShell("it has more than %d commands".formatted(MOST));
    }
    if (!command.isEmpty()) {
      commands.add(command);
    }
  }

  void assigns(String name, VariableAssignment.Value value) {
    assigned.add(new VariableAssignment(name, value));
  }

  void evaluates() {
    arithmetic = true;
  }

  /// Arithmetic evaluates a variable.
  void evaluates(String name) {
    arithmetic = true;
    evaluated.add(name);
  }

  /// Arithmetic evaluates an operand as written in the line.
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

  /// The result of an expansion may be the result of code.
  void opaque(String why) {
    if (opaque.size() < MOST) {
      opaque.add(why);
    }
  }

  /// A text after quote removal.
  ///
  /// Arithmetic evaluates the texts it encounters, and runs a substitution in the subscript of an
  /// array even if it was quoted in the line.
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
      throw new MalformedShell("it is nested more than %d deep".formatted(DEEPEST));
    }
  }

  void ascend() {
    depth--;
  }

  ParsedScript script() {
    return new ParsedScript(
        commands.stream().map(CommandDraft::command).toList(),
        List.copyOf(assigned),
        Set.copyOf(evaluated),
        new LinkedHashSet<>(opaque),
        arithmetic,
        code);
  }
}
