package dev.drover.shell;

import dev.drover.shell.FoundCommand.Executor;
import dev.drover.shell.FoundCommand.Grade;
import dev.drover.shell.FoundCommand.Hidden;
import dev.drover.shell.FoundCommand.Opaque;
import dev.drover.shell.FoundCommand.Plain;
import dev.drover.shell.FoundCommand.Variant;
import dev.drover.shell.ShellVariables.Scope;
import dev.drover.shell.ShellWord.Literal;
import dev.drover.shell.ShellWord.Unknown;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the commands that a line runs in the end: looks through wrappers, nested shells, and
/// programs that run others.
///
/// An unknown command is treated as plain, and one that cannot be determined as hidden.
final class ShellLineAnalyzer {
  private static final int DEEPEST = 16;

  private static final Set<String> MOVING = Set.of("cd", "pushd", "popd");

  /// Programs with an analysis of their own.
  private static final Set<String> KNOWN_HERE =
      Set.of("git", "sed", "gsed", "awk", "gawk", "mawk", "nawk", "original-awk");

  /// Commands after which a path may refer to another file.
  private static final Set<String> LINKING = Set.of("ln", "link", "mount", "mv", "cp");

  private final List<FoundCommand> found = new ArrayList<>();
  private final List<FileUse> files = new ArrayList<>();
  private final ShellVariables variables = new ShellVariables();
  private final Set<String> opaque = new LinkedHashSet<>();
  private boolean moves;
  private boolean links;
  private boolean code;
  private boolean evaluates;
  private int depth;

  ShellLine line(String text) {
    if (code && (evaluates || variables.evaluates())) {
      hidden(text.strip(), "a text in it would run when it is evaluated");
    }
    if (found.stream().allMatch(Variant.class::isInstance)) {
      found.add(new Plain(text.strip(), List.of()));
    }
    opaque.addAll(variables.reasons());
    var uses = files.stream().map(this::afterwards).toList();
    return new ShellLine(text, found, uses, List.copyOf(opaque));
  }

  /// After a change of folder, or of the target of a path, the file is not known.
  private FileUse afterwards(FileUse use) {
    boolean known = !links && (!moves || use.target().known().startsWith("/"));
    return known
        ? use
        : new FileUse(use.source(), use.access(), new Unknown(use.target().source()));
  }

  /// @param source the enclosing text, for people
  void script(String source, String text, ShellDialect dialect) {
    if (++depth > DEEPEST) {
      hidden(source, "shells are nested more than %d deep".formatted(DEEPEST));
    } else if (text.indexOf('\0') >= 0) {
      hidden(source, "it holds a NUL character");
    } else {
      try {
        commands(ShellParser.parse(text, dialect));
      } catch (MalformedShell malformed) {
        hidden(source, malformed.why());
      }
    }
    depth--;
  }

  private void commands(ParsedScript script) {
    script.assigned().forEach(each -> variables.set(each, Scope.SHELL));
    variables.evaluates(script.evaluated());
    opaque.addAll(script.opaque());
    code |= script.code();
    evaluates |= script.arithmetic();
    for (var command : script.commands()) {
      evaluates |= ShellVariables.evaluates(command.words());
      command(command);
    }
  }

  private void command(SimpleCommand command) {
    for (var redirect : command.redirects()) {
      var target = redirect.target();
      switch (redirect.kind()) {
        case READS -> uses(command.source(), reading(target), target);
        case WRITES -> uses(command.source(), FileUse.Access.WRITES, target);
        case READS_AND_WRITES -> {
          uses(command.source(), FileUse.Access.READS, target);
          uses(command.source(), FileUse.Access.WRITES, target);
        }
        case COPIES, FEEDS -> {}
      }
    }
    variables.set(command);
    if (!command.words().isEmpty()) {
      words(new Invocation(command.source(), command.words(), command.input()));
    }
  }

  /// Bash treats these names as connections, over which data goes both ways.
  private static FileUse.Access reading(ShellWord target) {
    boolean connects =
        target.known().startsWith("/dev/tcp/") || target.known().startsWith("/dev/udp/");
    return connects ? FileUse.Access.WRITES : FileUse.Access.READS;
  }

  void uses(String source, FileUse.Access access, ShellWord target) {
    files.add(new FileUse(source, access, target));
  }

  /// A name with its arguments and its input.
  ///
  /// @param input the text of a here-document; unknown if there is none
  record Invocation(String source, List<ShellWord> words, ShellWord input) {
    Invocation from(int start) {
      return with(words.subList(start, words.size()));
    }

    /// The same call with other words.
    Invocation with(List<ShellWord> others) {
      var text = others.stream().map(ShellWord::source).collect(Collectors.joining(" "));
      return new Invocation(text.isEmpty() ? source : text, others, input);
    }

    String text(int index) {
      return index < words.size() ? words.get(index).known() : "";
    }

    boolean isUnknown(int index) {
      return index < words.size() && words.get(index) instanceof Unknown;
    }

    ShellWord word(int index) {
      return index < words.size() ? words.get(index) : new Unknown("");
    }

    boolean hasUnknown() {
      return hasUnknownBefore(words.size());
    }

    /// One unknown word among the options may become any options.
    boolean hasUnknownBefore(int end) {
      return words.stream().limit(end).anyMatch(Unknown.class::isInstance);
    }

    int size() {
      return words.size();
    }
  }

  /// Judges the program named by the first word.
  void words(Invocation call) {
    if (++depth > DEEPEST) {
      hidden(call.source(), "wrappers are nested more than %d deep".formatted(DEEPEST));
    } else if (call.size() == 0) {
      hidden(call.source(), "the name of the command is missing");
    } else if (!(call.words().getFirst() instanceof Literal(_, var name))) {
      hidden(call.source(), "the name of the command is not known before it runs");
    } else if (!ProgramNames.isPlain(name)) {
      hidden(call.source(), "the name of the command has characters that deceive");
    } else {
      named(call, ProgramNames.last(name));
    }
    depth--;
  }

  private void named(Invocation call, String name) {
    moves |= MOVING.contains(name);
    links |= LINKING.contains(name);
    variables.setBy(name, call);
    var switched = ShellSwitches.unknown(name, call);
    if (switched != null) {
      opaque.add("`%s` changes how the shell reads the line".formatted(switched));
    }
    if (NestedShells.isShell(name)) {
      NestedShells.look(this, call, name);
    } else if (CommandWrappers.isWrapper(name)) {
      CommandWrappers.look(this, call, name);
    } else if (EvalCommands.isRunner(name)) {
      EvalCommands.look(this, call, name);
    } else if (name.equals("find")) {
      FindCommand.look(this, call);
    } else {
      program(call, name);
    }
  }

  private void program(Invocation call, String name) {
    var program = ProgramTable.of(name);
    if (name.startsWith("git-") && name.length() > 4) {
      gitProgram(call, name.substring(4));
      return;
    }
    var carried = CodeExecutors.in(name, program, call);
    if (carried == null) {
      plain(call);
      if (program.kind() == ProgramTable.Kind.UNKNOWN && !KNOWN_HERE.contains(name)) {
        carrier(call);
      }
    } else {
      opaque(call, carried);
    }
  }

  private void carrier(Invocation call) {
    var carried = CodeExecutors.carried(call);
    if (!carried.isEmpty()) {
      found.add(new Executor(call.source(), call.words(), carried));
    }
  }

  /// `git-push x`, with any path, is `git push x`.
  private void gitProgram(Invocation call, String subcommand) {
    var words = new ArrayList<ShellWord>();
    words.add(new Literal("git", "git"));
    words.add(new Literal(subcommand, subcommand));
    words.addAll(call.words().subList(1, call.size()));
    var git = call.with(words);
    var carried = GitCommand.in(git);
    if (carried == null) {
      plain(call);
    } else {
      int marker = Math.max(0, carried.marker() - 1);
      opaque(call, new CodeExecutors.CodeUse(carried.grade(), marker, carried.why()));
    }
    found.add(new Variant(call.source(), words));
    aspects(git);
  }

  ShellVariables variables() {
    return variables;
  }

  void hidden(String source, String why) {
    found.add(new Hidden(source, why));
  }

  void opaque(Invocation call, CodeExecutors.CodeUse carried) {
    found.add(
        new Opaque(call.source(), call.words(), carried.grade(), carried.marker(), carried.why()));
    aspects(call);
  }

  void smuggled(Invocation call, int marker, String why) {
    opaque(call, new CodeExecutors.CodeUse(Grade.SMUGGLED, marker, why));
  }

  void plain(Invocation call) {
    found.add(new Plain(call.source(), call.words()));
    aspects(call);
  }

  void moves() {
    moves = true;
  }

  /// The wrapper itself. One outside of a system folder may be any program.
  void wrapper(Invocation call) {
    if (ProgramNames.isOfSystem(call.text(0))) {
      found.add(new Variant(call.source(), call.words()));
    } else {
      plain(call);
    }
  }

  /// The other forms in which rules may deny the same command.
  private void aspects(Invocation call) {
    for (var words : CommandVariants.of(call.words())) {
      found.add(new Variant(call.with(words).source(), words));
    }
  }

  /// Words joined by blanks, as `eval` does; null if one of them is not known.
  static @Nullable String joined(List<ShellWord> words) {
    if (words.stream().anyMatch(Unknown.class::isInstance)) {
      return null;
    }
    return words.stream().map(ShellWord::known).collect(Collectors.joining(" "));
  }
}
