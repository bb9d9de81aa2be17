package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.Found.Aspect;
import dev.drover.runtime.policy.shell.Found.Carrier;
import dev.drover.runtime.policy.shell.Found.Grade;
import dev.drover.runtime.policy.shell.Found.Hidden;
import dev.drover.runtime.policy.shell.Found.Opaque;
import dev.drover.runtime.policy.shell.Found.Plain;
import dev.drover.runtime.policy.shell.Variables.Scope;
import dev.drover.runtime.policy.shell.Word.Literal;
import dev.drover.runtime.policy.shell.Word.Unknown;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds what the commands of a line run in the end: looks through wrappers, shells inside shells,
/// and programs that are told to run others.
///
/// Everything it does not know is taken for a plain command, and everything it cannot tell is
/// hidden.
final class LookThrough {
  private static final int DEEPEST = 16;

  private static final Set<String> MOVING = Set.of("cd", "pushd", "popd");

  /// Programs that are looked into by classes of their own.
  private static final Set<String> KNOWN_HERE =
      Set.of("git", "sed", "gsed", "awk", "gawk", "mawk", "nawk", "original-awk");

  /// Commands after which a path may lead elsewhere.
  private static final Set<String> LINKING = Set.of("ln", "link", "mount", "mv", "cp");

  private final List<Found> found = new ArrayList<>();
  private final List<FileUse> files = new ArrayList<>();
  private final Variables variables = new Variables();
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
    if (found.stream().allMatch(Aspect.class::isInstance)) {
      found.add(new Plain(text.strip(), List.of()));
    }
    opaque.addAll(variables.reasons());
    var uses = files.stream().map(this::afterwards).toList();
    return new ShellLine(text, found, uses, List.copyOf(opaque));
  }

  /// After a change of folder, or of what a path leads to, nobody knows which file it is.
  private FileUse afterwards(FileUse use) {
    boolean known = !links && (!moves || use.target().known().startsWith("/"));
    return known
        ? use
        : new FileUse(use.source(), use.access(), new Unknown(use.target().source()));
  }

  /// @param source where the text stands, for people
  void script(String source, String text, Dialect dialect) {
    if (++depth > DEEPEST) {
      hidden(source, "shells are nested more than %d deep".formatted(DEEPEST));
    } else if (text.indexOf('\0') >= 0) {
      hidden(source, "it holds a NUL character");
    } else {
      try {
        commands(ShellParser.parse(text, dialect));
      } catch (Malformed malformed) {
        hidden(source, malformed.why());
      }
    }
    depth--;
  }

  private void commands(Script script) {
    script.assigned().forEach(each -> variables.set(each, Scope.SHELL));
    variables.evaluates(script.evaluated());
    opaque.addAll(script.opaque());
    code |= script.code();
    evaluates |= script.arithmetic();
    for (var command : script.commands()) {
      evaluates |= Variables.evaluates(command.words());
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

  /// Bash takes these names for connections, over which data goes both ways.
  private static FileUse.Access reading(Word target) {
    boolean connects =
        target.known().startsWith("/dev/tcp/") || target.known().startsWith("/dev/udp/");
    return connects ? FileUse.Access.WRITES : FileUse.Access.READS;
  }

  void uses(String source, FileUse.Access access, Word target) {
    files.add(new FileUse(source, access, target));
  }

  /// A name with its arguments, and what it would read.
  ///
  /// @param input the text of a here-document; unknown if there is none
  record Invocation(String source, List<Word> words, Word input) {
    Invocation from(int start) {
      return with(words.subList(start, words.size()));
    }

    /// What these words run instead.
    Invocation with(List<Word> others) {
      var text = others.stream().map(Word::source).collect(Collectors.joining(" "));
      return new Invocation(text.isEmpty() ? source : text, others, input);
    }

    String text(int index) {
      return index < words.size() ? words.get(index).known() : "";
    }

    boolean isUnknown(int index) {
      return index < words.size() && words.get(index) instanceof Unknown;
    }

    Word word(int index) {
      return index < words.size() ? words.get(index) : new Unknown("");
    }

    boolean hasUnknown() {
      return hasUnknownBefore(words.size());
    }

    /// One unknown word among the options may be any options.
    boolean hasUnknownBefore(int end) {
      return words.stream().limit(end).anyMatch(Unknown.class::isInstance);
    }

    int size() {
      return words.size();
    }
  }

  /// Judges what runs under the name that comes first.
  void words(Invocation call) {
    if (++depth > DEEPEST) {
      hidden(call.source(), "wrappers are nested more than %d deep".formatted(DEEPEST));
    } else if (call.size() == 0) {
      hidden(call.source(), "the name of the command is missing");
    } else if (!(call.words().getFirst() instanceof Literal(_, var name))) {
      hidden(call.source(), "the name of the command is not known before it runs");
    } else if (!Names.isPlain(name)) {
      hidden(call.source(), "the name of the command has characters that deceive");
    } else {
      named(call, Names.last(name));
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
    if (Shells.isShell(name)) {
      Shells.look(this, call, name);
    } else if (Wrappers.isWrapper(name)) {
      Wrappers.look(this, call, name);
    } else if (Runners.isRunner(name)) {
      Runners.look(this, call, name);
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
    var carried = CodeCarriers.in(name, program, call);
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
    var carried = CodeCarriers.carried(call);
    if (!carried.isEmpty()) {
      found.add(new Carrier(call.source(), call.words(), carried));
    }
  }

  /// `git-push x`, by whatever path, is `git push x`.
  private void gitProgram(Invocation call, String subcommand) {
    var words = new ArrayList<Word>();
    words.add(new Literal("git", "git"));
    words.add(new Literal(subcommand, subcommand));
    words.addAll(call.words().subList(1, call.size()));
    var git = call.with(words);
    var carried = GitCommand.in(git);
    if (carried == null) {
      plain(call);
    } else {
      int marker = Math.max(0, carried.marker() - 1);
      opaque(call, new CodeCarriers.Code(carried.grade(), marker, carried.why()));
    }
    found.add(new Aspect(call.source(), words));
    aspects(git);
  }

  Variables variables() {
    return variables;
  }

  void hidden(String source, String why) {
    found.add(new Hidden(source, why));
  }

  void opaque(Invocation call, CodeCarriers.Code carried) {
    found.add(
        new Opaque(call.source(), call.words(), carried.grade(), carried.marker(), carried.why()));
    aspects(call);
  }

  void smuggled(Invocation call, int marker, String why) {
    opaque(call, new CodeCarriers.Code(Grade.SMUGGLED, marker, why));
  }

  void plain(Invocation call) {
    found.add(new Plain(call.source(), call.words()));
    aspects(call);
  }

  void moves() {
    moves = true;
  }

  /// The wrapper itself. One that is not in a folder of the system may be anything.
  void wrapper(Invocation call) {
    if (Names.isOfSystem(call.text(0))) {
      found.add(new Aspect(call.source(), call.words()));
    } else {
      plain(call);
    }
  }

  /// The same command as people who forbid it may have written it.
  private void aspects(Invocation call) {
    for (var words : CommandAspects.of(call.words())) {
      found.add(new Aspect(call.with(words).source(), words));
    }
  }

  /// Words joined by blanks, as `eval` does it; null if one of them is not known.
  static @Nullable String joined(List<Word> words) {
    if (words.stream().anyMatch(Unknown.class::isInstance)) {
      return null;
    }
    return words.stream().map(Word::known).collect(Collectors.joining(" "));
  }
}
