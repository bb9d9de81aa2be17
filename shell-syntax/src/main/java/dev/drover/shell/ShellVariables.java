package dev.drover.shell;

import dev.drover.shell.ShellLineAnalyzer.Invocation;
import dev.drover.shell.VariableAssignment.Value;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The variables a line sets. Only variables that are known to be inert in their scope pass; each
/// other one is a reason why the effect of the line's commands cannot be determined.
final class ShellVariables {
  /// Commands that assign to the variables they name.
  private static final Set<String> SETTING =
      Set.of(
          "read",
          "mapfile",
          "readarray",
          "getopts",
          "unset",
          "let",
          "printf",
          "wait",
          "declare",
          "typeset",
          "local",
          "export",
          "readonly");

  private static final Set<String> BY_OPTION = Set.of("printf", "wait");

  /// Attributes of `declare` that change neither how a value is read nor its export.
  private static final String PLAIN_ATTRIBUTES = "aAgrluptI";

  /// Bash evaluates the values assigned to these.
  private static final Set<String> INTEGERS =
      Set.of(
          "RANDOM",
          "SRANDOM",
          "SECONDS",
          "LINENO",
          "OPTIND",
          "HISTCMD",
          "EPOCHSECONDS",
          "EPOCHREALTIME",
          "BASHPID",
          "PPID",
          "UID",
          "EUID",
          "BASH_ARGV0",
          "BASH_SUBSHELL",
          "MAILCHECK",
          "TMOUT");

  private final Set<String> reasons = new LinkedHashSet<>();
  private final Set<String> loose = new HashSet<>();
  private final Set<String> evaluated = new HashSet<>();
  private boolean evaluates;

  /// The programs that get the value.
  enum Scope {
    SHELL,
    COMMANDS
  }

  /// Why the effect of the line cannot be determined; empty if all is inert.
  Set<String> reasons() {
    var all = new LinkedHashSet<>(reasons);
    for (var name : evaluated) {
      if (loose.contains(name)) {
        all.add("arithmetic evaluates `%s`, whose value may be code".formatted(name));
      }
    }
    return all;
  }

  /// Whether a value is evaluated as arithmetic when it is assigned.
  boolean evaluates() {
    return evaluates;
  }

  void set(VariableAssignment assignment, Scope scope) {
    var name = assignment.name();
    evaluates |= INTEGERS.contains(name);
    if (assignment.value() == Value.LOOSE) {
      loose.add(name);
    }
    boolean inert =
        switch (scope) {
          case SHELL -> InertVariables.inShell(name);
          case COMMANDS -> InertVariables.forCommands(name);
        };
    if (!inert) {
      reasons.add("it sets `%s`, which may change what commands do".formatted(name));
    }
  }

  /// The assignments of a command.
  void set(SimpleCommand command) {
    var name = command.words().isEmpty() ? "" : command.words().getFirst().known();
    boolean splits = name.equals("read");
    var scope = name.isEmpty() || isDeclaring(name) ? Scope.SHELL : Scope.COMMANDS;
    for (var assignment : command.assignments()) {
      // IFS for `read` only affects how it splits a line.
      if (!splits || !assignment.name().equals("IFS")) {
        set(assignment, scope);
      }
    }
  }

  /// `export` also exports the variables it sets, and is checked with its words.
  private static boolean isDeclaring(String name) {
    return SimpleCommandReader.DECLARING.contains(name) && !name.equals("export");
  }

  void evaluates(Set<String> names) {
    evaluated.addAll(names);
  }

  void setBy(String command, Invocation call) {
    if (SETTING.contains(command)) {
      int end = BY_OPTION.contains(command) ? afterOptions(call) : call.size();
      var scope = scope(command, call);
      for (int i = 1; i < Math.min(end, call.size()); i++) {
        setBy(command, call.words().get(i), scope);
      }
    }
  }

  private Scope scope(String command, Invocation call) {
    if (!SimpleCommandReader.DECLARING.contains(command)) {
      return Scope.SHELL;
    }
    var scope = command.equals("export") ? Scope.COMMANDS : Scope.SHELL;
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      boolean attribute = text.length() > 1 && (text.startsWith("-") || text.startsWith("+"));
      for (int letter = 1; attribute && letter < text.length(); letter++) {
        char c = text.charAt(letter);
        if (c == 'x') {
          scope = Scope.COMMANDS;
        } else if (PLAIN_ATTRIBUTES.indexOf(c) < 0 && !(c == 'n' && command.equals("export"))) {
          reasons.add("`%s -%c` changes what a name stands for".formatted(command, c));
        }
      }
    }
    return scope;
  }

  /// Before this index a word may be an option, or the name of the variable that one sets.
  private static int afterOptions(Invocation call) {
    int at = 1;
    while (call.isUnknown(at) || call.text(at).startsWith("-")) {
      var text = call.text(at);
      at += text.endsWith("v") || text.endsWith("p") ? 2 : 1;
    }
    return at;
  }

  private void setBy(String command, ShellWord word, Scope scope) {
    var text = word.known();
    if (word instanceof ShellWord.Unknown && !isAssignment(word)) {
      reasons.add("which variable `%s %s` sets is not known".formatted(command, word.source()));
    }
    if (text.startsWith("-")) {
      // The name may directly follow the letter of its option: `printf -vHOME`.
      for (int letters = 2; letters < text.length(); letters++) {
        setName(text.substring(letters), scope, Value.LOOSE);
      }
      return;
    }
    int end = 0;
    while (end < text.length() && ShellCursor.isOfName(text.charAt(end))) {
      end++;
    }
    if (command.equals("let")) {
      setAll(text, scope);
    } else if (word instanceof ShellWord.Literal) {
      boolean declares = SimpleCommandReader.DECLARING.contains(command);
      boolean tame = declares && text.indexOf('$') < 0 && text.indexOf('`') < 0;
      setName(text.substring(0, end), scope, Value.looseIf(!tame));
    } else if (isAssignment(word)) {
      setName(word.source().substring(0, word.source().indexOf('=')), scope, Value.LOOSE);
    }
  }

  private void setName(String name, Scope scope, Value value) {
    if (ShellCursor.isName(name)) {
      set(new VariableAssignment(name, value), scope);
    }
  }

  /// Each name in an expression may be assigned, and each is evaluated.
  private void setAll(String expression, Scope scope) {
    int start = -1;
    for (int i = 0; i <= expression.length(); i++) {
      boolean named = i < expression.length() && ShellCursor.isOfName(expression.charAt(i));
      if (named && start < 0) {
        start = i;
      } else if (!named && start >= 0) {
        var name = expression.substring(start, i);
        start = -1;
        if (ShellCursor.isName(name)) {
          set(new VariableAssignment(name, Value.TAME), scope);
          evaluated.add(name);
        }
      }
    }
  }

  /// Only the value of `export x=$y` is unknown; the name `x` is known.
  private static boolean isAssignment(ShellWord word) {
    int equals = word.source().indexOf('=');
    return equals > 0 && ShellCursor.isName(word.source().substring(0, equals));
  }

  /// Whether a command evaluates its arguments, or the subscripts in them, as arithmetic.
  static boolean evaluates(List<ShellWord> words) {
    if (words.isEmpty()) {
      return false;
    }
    var name = ProgramNames.last(words.getFirst().known());
    return name.equals("printf")
        ? words.stream().anyMatch(word -> word.known().startsWith("-v"))
        : SETTING.contains(name) || name.equals("test") || name.equals("[");
  }
}
