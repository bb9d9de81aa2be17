package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.Found.Aspect;
import dev.drover.runtime.policy.shell.Found.Grade;
import dev.drover.runtime.policy.shell.Found.Hidden;
import dev.drover.runtime.policy.shell.Found.Opaque;
import dev.drover.runtime.policy.shell.Found.Plain;
import dev.drover.runtime.policy.shell.SimpleCommand.Kind;
import dev.drover.runtime.policy.shell.Word.Literal;
import dev.drover.runtime.policy.shell.Word.Unknown;
import java.util.ArrayList;
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

  private final List<Found> found = new ArrayList<>();
  private final List<FileUse> files = new ArrayList<>();
  private final Variables variables = new Variables();
  private boolean moves;
  private int depth;

  ShellLine line(String text) {
    if (found.stream().allMatch(Aspect.class::isInstance)) {
      found.add(new Plain(text.strip(), List.of()));
    }
    var uses = moves ? files.stream().map(LookThrough::afterMoving).toList() : files;
    return new ShellLine(text, found, uses, variables.taint());
  }

  private static FileUse afterMoving(FileUse use) {
    return use.target().known().startsWith("/")
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
        commands(source, ShellParser.parse(text, dialect));
      } catch (Malformed malformed) {
        hidden(source, malformed.why());
      }
    }
    depth--;
  }

  private void commands(String source, Script script) {
    script.assigned().forEach(variables::set);
    for (var command : script.commands()) {
      command(command);
    }
    if (script.code() && evaluates(script)) {
      hidden(source, "a text in it would run when it is evaluated");
    }
  }

  private static boolean evaluates(Script script) {
    return script.arithmetic()
        || script.commands().stream().anyMatch(command -> Variables.evaluates(command.words()));
  }

  private void command(SimpleCommand command) {
    Word fed = null;
    for (var redirect : command.redirects()) {
      switch (redirect.kind()) {
        case READS -> uses(command.source(), reading(redirect.target()), redirect.target());
        case WRITES -> uses(command.source(), FileUse.Access.WRITES, redirect.target());
        case COPIES -> {}
        case FEEDS -> fed = redirect.target();
      }
    }
    boolean elsewhere =
        command.redirects().stream().anyMatch(redirect -> redirect.kind() == Kind.READS);
    if (!command.words().isEmpty()) {
      var input = fed == null || elsewhere ? new Unknown("") : fed;
      words(new Invocation(command.source(), command.words(), input));
    }
  }

  /// Bash takes these names for connections, over which data goes both ways.
  private static FileUse.Access reading(Word target) {
    boolean connects = target.known().matches("/dev/(tcp|udp)/.*");
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
    variables.setBy(name, call);
    if (Shells.isShell(name)) {
      Shells.look(this, call, name);
    } else if (Wrappers.isWrapper(name)) {
      Wrappers.look(this, call, name);
    } else if (Runners.isRunner(name)) {
      Runners.look(this, call, name);
    } else if (name.equals("find")) {
      FindCommand.look(this, call);
    } else {
      var code = Smuggling.in(name, call);
      if (code == null) {
        plain(call);
      } else {
        opaque(call, code);
      }
    }
  }

  Variables variables() {
    return variables;
  }

  void hidden(String source, String why) {
    found.add(new Hidden(source, why));
  }

  void opaque(Invocation call, Smuggling.Code code) {
    found.add(new Opaque(call.source(), call.words(), code.grade(), code.marker(), code.why()));
    withoutOptions(call);
  }

  void smuggled(Invocation call, int marker, String why) {
    opaque(call, new Smuggling.Code(Grade.SMUGGLED, marker, why));
  }

  void plain(Invocation call) {
    found.add(new Plain(call.source(), call.words()));
    withoutOptions(call);
  }

  /// The wrapper itself. One that is not in a folder of the system may be anything.
  void wrapper(Invocation call) {
    if (Names.isOfSystem(call.text(0))) {
      found.add(new Aspect(call.source(), call.words()));
    } else {
      plain(call);
    }
  }

  /// `git -C x push` is a `git push` to those who forbid it: the options before the first argument
  /// go away, once as if they had no values, once as if each had one.
  private void withoutOptions(Invocation call) {
    if (!call.text(1).startsWith("-")) {
      return;
    }
    for (int values = 0; values <= 1; values++) {
      int at = 1;
      while (at < call.size() && call.text(at).startsWith("-")) {
        at += 1 + (call.text(at).contains("=") ? 0 : values);
      }
      var words = new ArrayList<Word>();
      words.add(call.words().getFirst());
      words.addAll(call.words().subList(Math.min(at, call.size()), call.size()));
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
