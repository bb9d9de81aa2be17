package dev.drover.shell;

import dev.drover.shell.FoundCommand.Grade;
import dev.drover.shell.GlobalOptions.Extent;
import dev.drover.shell.ProgramTable.Program;
import dev.drover.shell.ShellLineAnalyzer.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Programs that run code or other programs: interpreters, whose purpose it is, launchers, and
/// others, which do so by a rarely known option or subcommand.
final class CodeExecutors {
  private static final Set<String> AWKS = Set.of("awk", "gawk", "mawk", "nawk", "original-awk");

  /// Options by which an interpreter only prints information about itself.
  private static final Set<String> QUIET =
      Set.of("--version", "-version", "-V", "-v", "--help", "-h", "-VV");

  /// Modules of Python that take code from their arguments or their input.
  private static final Set<String> CODE_MODULES =
      Set.of(
          "timeit",
          "pdb",
          "code",
          "idlelib",
          "IPython",
          "ipykernel",
          "asyncio",
          "runpy",
          "bdb",
          "trace",
          "cProfile",
          "profile",
          "sqlite3",
          "turtledemo");

  /// Subcommands that have subcommands.
  private static final Set<String> GROUPS = Set.of("compose", "container", "alpha", "beta");

  private CodeExecutors() {}

  /// @param marker index of the word
  record CodeUse(Grade grade, int marker, String why) {}

  /// The code that a command contains; null if it is not known to contain any.
  static @Nullable CodeUse in(String name, Program program, Invocation call) {
    if (AWKS.contains(name)) {
      return AwkProgram.in(name, call);
    }
    if (name.equals("sed") || name.equals("gsed")) {
      return SedScript.in(call);
    }
    if (name.equals("git")) {
      return GitCommand.in(call);
    }
    return switch (program.kind()) {
      case LAUNCHER ->
          new CodeUse(Grade.SMUGGLED, call.size() - 1, "%s runs other programs".formatted(name));
      case INTERPRETER -> interpreted(name, program.code(), call);
      case UNKNOWN, INERT, MODELLED -> modelled(name, program, call);
    };
  }

  /// An interpreter's options end at its script.
  private static @Nullable CodeUse interpreted(String name, List<String> options, Invocation call) {
    boolean named = false;
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (call.isUnknown(i)) {
        return interpreter(i, "an argument of %s may be code".formatted(name));
      }
      if (name.startsWith("py") && CodeOptions.hasLetter(text, 'm') && !text.contains("c")) {
        return module(name, call, i);
      }
      if (CodeOptions.matches(options, text)) {
        return interpreter(i, "%s %s runs code".formatted(name, text));
      }
      if (!text.startsWith("-")) {
        named = true;
        if (isInput(text)) {
          return interpreter(i, "%s runs what it reads".formatted(name));
        }
        // A word after an option may be the option's value; only a word that is neither is a
        // script.
        if (i == 1 || !call.text(i - 1).startsWith("-")) {
          return null;
        }
      }
    }
    boolean quiet = call.size() == 2 && QUIET.contains(call.text(1));
    return named || quiet
        ? null
        : interpreter(call.size() - 1, "%s runs what it reads".formatted(name));
  }

  private static @Nullable CodeUse module(String name, Invocation call, int at) {
    var option = call.text(at);
    int letter = option.indexOf('m');
    boolean apart = letter == option.length() - 1;
    var module = apart ? call.text(at + 1) : option.substring(letter + 1);
    boolean known = !module.isEmpty() && !CODE_MODULES.contains(first(module));
    return known
        ? null
        : interpreter(apart ? at + 1 : at, "%s -m %s runs code".formatted(name, module));
  }

  private static String first(String module) {
    int dot = module.indexOf('.');
    return dot < 0 ? module : module.substring(0, dot);
  }

  private static CodeUse interpreter(int marker, String why) {
    return new CodeUse(Grade.INTERPRETER, marker, why);
  }

  /// Whether the file is the program's standard input or another descriptor.
  static boolean isInput(String path) {
    return path.startsWith("/dev/")
        || path.startsWith("/proc/")
        || path.startsWith("//")
        || path.contains("/dev/fd")
        || path.contains("/dev/stdin")
        || ProgramNames.last(path).equals("stdin");
  }

  private static @Nullable CodeUse modelled(String name, Program program, Invocation call) {
    if (program.code().isEmpty() && program.running().isEmpty()) {
      return null;
    }
    boolean input = program.code().contains("%input");
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (text.equals("--")) {
        break;
      }
      if (call.word(i) instanceof ShellWord.Unknown word && mayCarry(program.code(), word)) {
        return smuggled(i, "an argument of %s may be code".formatted(name));
      }
      boolean bundle = i == 1 && program.code().contains("%bundle") && !text.startsWith("-");
      if (CodeOptions.matches(program.code(), bundle ? "-" + text : text)) {
        return smuggled(i, "%s %s runs code".formatted(name, text));
      }
      if (input
          && (text.endsWith("=-") || text.equals("-") || text.endsWith("f-") || reads(text))) {
        return smuggled(i, "%s runs what it reads".formatted(name));
      }
      if (program.code().contains("%variables") && !isInertSetting(text)) {
        return smuggled(i, "%s may run what %s says".formatted(name, text));
      }
    }
    return subcommand(name, program, call);
  }

  /// In `--name=$x` the option is known.
  static boolean mayCarry(List<String> options, ShellWord.Unknown word) {
    var start = word.start();
    return word.mayBeOption()
        && (!start.startsWith("--")
            || start.indexOf('=') < 0
            || CodeOptions.matches(options, start));
  }

  private static boolean reads(String text) {
    return isInput(text.substring(text.indexOf('=') + 1)) || text.contains("/dev/");
  }

  /// `make V=1` is inert, `make SHELL=x` is not.
  private static boolean isInertSetting(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0 || text.startsWith("-")) {
      return true;
    }
    var value = text.substring(equals + 1);
    return InertVariables.forCommands(text.substring(0, equals))
        && value.chars().allMatch(c -> ShellCursor.isOfName((char) c) || "./-,".indexOf(c) >= 0);
  }

  /// The first word that is not an option, or the one after the name of a group of subcommands.
  private static @Nullable CodeUse subcommand(String name, Program program, Invocation call) {
    if (program.running().isEmpty()) {
      return null;
    }
    var operands = GlobalOptions.without(call.words(), program.global(), Extent.ALL);
    int seen = 0;
    for (var operand : operands.subList(1, operands.size())) {
      if (seen > 0) {
        break;
      }
      if (operand instanceof ShellWord.Unknown && seen == 0) {
        return smuggled(call.size() - 1, "what %s does is not known".formatted(name));
      }
      if (program.running().contains(operand.known())) {
        return smuggled(
            call.size() - 1, "%s %s runs other programs".formatted(name, operand.known()));
      }
      seen += operand instanceof ShellWord.Possible || GROUPS.contains(operand.known()) ? 0 : 1;
    }
    return null;
  }

  private static CodeUse smuggled(int marker, String why) {
    return new CodeUse(Grade.SMUGGLED, marker, why);
  }

  /// The words inside the arguments and the input of a program, any of which it may run as a
  /// program.
  static List<ShellWord> carried(Invocation call) {
    var carried = new ArrayList<ShellWord>();
    boolean ours = call.text(0).indexOf('/') >= 0 && !ProgramNames.isOfSystem(call.text(0));
    for (var word : call.words().subList(1, call.size())) {
      if (word instanceof ShellWord.Literal(_, var text)) {
        split(text, carried);
      } else if (word.mayBeOption() && !ours) {
        carried.add(word);
      }
    }
    if (call.input() instanceof ShellWord.Literal(_, var text)) {
      split(text, carried);
    }
    return carried;
  }

  private static void split(String text, List<ShellWord> words) {
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean inside = i < text.length() && isOfProgram(text.charAt(i));
      if (inside && start < 0) {
        start = i;
      } else if (!inside && start >= 0) {
        var word = text.substring(start, i);
        words.add(new ShellWord.Literal(word, word));
        start = -1;
      }
    }
  }

  private static boolean isOfProgram(char c) {
    return ShellCursor.isOfName(c) || "./+-".indexOf(c) >= 0;
  }
}
