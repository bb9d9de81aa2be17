package dev.drover.shell;

import dev.drover.shell.ShellLineAnalyzer.Invocation;
import dev.drover.shell.ShellWord.Literal;
import dev.drover.shell.ShellWord.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Programs that run the command that follows their own options.
final class CommandWrappers {
  private static final int UNKNOWN = -1;

  private static final Map<String, OptionSyntax> SHAPES =
      Map.ofEntries(
          Map.entry(
              "env",
              new OptionSyntax("i0v", "uC", 0, "ignore-environment null debug unset= chdir=")),
          Map.entry(
              "sudo",
              new OptionSyntax(
                  "AbEHnPS",
                  "ughpCDRTrtUa",
                  0,
                  "non-interactive preserve-env set-home user= group= chdir= host= prompt=")),
          Map.entry("doas", new OptionSyntax("n", "uCa", 0, "")),
          Map.entry("nohup", new OptionSyntax("", "", 0, "")),
          Map.entry("nice", new OptionSyntax("0123456789", "n", 0, "adjustment=")),
          Map.entry("ionice", new OptionSyntax("t", "cn", 0, "class= classdata= ignore")),
          Map.entry(
              "timeout",
              new OptionSyntax(
                  "v", "ks", 1, "foreground preserve-status verbose kill-after= signal=")),
          Map.entry(
              "gtimeout",
              new OptionSyntax(
                  "v", "ks", 1, "foreground preserve-status verbose kill-after= signal=")),
          Map.entry("time", new OptionSyntax("pvq", "f", 0, "portability verbose quiet format=")),
          Map.entry("stdbuf", new OptionSyntax("", "ioe", 0, "input= output= error=")),
          Map.entry("setsid", new OptionSyntax("cfw", "", 0, "ctty fork wait")),
          Map.entry("command", new OptionSyntax("p", "", 0, "")),
          Map.entry("builtin", new OptionSyntax("", "", 0, "")),
          Map.entry("exec", new OptionSyntax("cl", "a", 0, "")),
          Map.entry("busybox", new OptionSyntax("", "", 0, "")),
          Map.entry("toybox", new OptionSyntax("", "", 0, "")),
          Map.entry("caffeinate", new OptionSyntax("dimsu", "tw", 0, "")),
          Map.entry(
              "xargs",
              new OptionSyntax(
                  "0rtpxo",
                  "ILnPsdEa",
                  0,
                  "null no-run-if-empty verbose interactive exit max-args= max-procs= max-chars="
                      + " delimiter= arg-file=")));

  /// Wrappers that give other privileges need an allow of their own.
  private static final Set<String> NEED_THEIR_OWN = Set.of("sudo", "doas");

  private static final Set<String> ASSIGNING = Set.of("env", "sudo", "doas");

  private CommandWrappers() {}

  /// @param flags short options without a value
  /// @param valued short options with one
  /// @param operands number of the wrapper's own words before the command
  /// @param names long options, those with a value with `=` at the end
  private record OptionSyntax(String flags, String valued, int operands, Set<String> names) {
    OptionSyntax(String flags, String valued, int operands, String names) {
      this(flags, valued, operands, Set.of(names.isEmpty() ? new String[0] : names.split(" ")));
    }

    /// The number of words of an option; negative if it is not known.
    int width(String option) {
      if (option.startsWith("--")) {
        int equals = option.indexOf('=');
        var name = option.substring(2, equals < 0 ? option.length() : equals);
        boolean valued = names.contains(name + "=");
        return valued && equals < 0 ? 2 : valued || names.contains(name) ? 1 : UNKNOWN;
      }
      for (int i = 1; i < option.length(); i++) {
        if (valued.indexOf(option.charAt(i)) >= 0) {
          return i == option.length() - 1 ? 2 : 1;
        }
        if (flags.indexOf(option.charAt(i)) < 0) {
          return UNKNOWN;
        }
      }
      return 1;
    }
  }

  static boolean isWrapper(String name) {
    return SHAPES.containsKey(name);
  }

  static void look(ShellLineAnalyzer search, Invocation given, String name) {
    if (name.equals("command") && (given.text(1).equals("-v") || given.text(1).equals("-V"))) {
      search.plain(given);
      return;
    }
    var call = name.equals("env") ? split(given) : given;
    int start = call == null ? UNKNOWN : start(search, call, name);
    if (call == null || start == UNKNOWN) {
      search.hidden(given.source(), "what %s runs cannot be told".formatted(name));
      search.wrapper(given);
    } else if (start >= call.size()) {
      search.plain(call);
    } else {
      if (moves(call, name, start)) {
        search.moves();
        search.plain(call);
      } else if (NEED_THEIR_OWN.contains(name)) {
        search.plain(call);
      } else {
        search.wrapper(call);
      }
      search.words(name.equals("xargs") ? withInput(call, start) : call.from(start));
    }
  }

  private static VariableAssignment exported(String name) {
    return new VariableAssignment(name, VariableAssignment.Value.LOOSE);
  }

  /// `env -C x make` is `cd x; make`: the makefile is another one.
  private static boolean moves(Invocation call, String name, int start) {
    for (int i = 1; i < start; i++) {
      var text = call.text(i);
      if (name.equals("env") && (CodeOptions.hasLetter(text, 'C') || text.startsWith("--c"))) {
        return true;
      }
    }
    return false;
  }

  /// @return the index at which the command starts
  private static int start(ShellLineAnalyzer search, Invocation call, String name) {
    var shape = SHAPES.get(name);
    if (shape == null) {
      return UNKNOWN;
    }
    int at = 1;
    while (at < call.size()) {
      var text = call.text(at);
      if (call.isUnknown(at)) {
        return UNKNOWN;
      }
      if (text.equals("--")) {
        at++;
        break;
      }
      int equals = text.indexOf('=');
      if (text.equals("-") && name.equals("env")) {
        at++;
      } else if (text.startsWith("-") && text.length() > 1) {
        int width = shape.width(text);
        if (width == UNKNOWN) {
          return UNKNOWN;
        }
        at += width;
      } else if (ASSIGNING.contains(name) && equals > 0) {
        search.variables().set(exported(text.substring(0, equals)), ShellVariables.Scope.COMMANDS);
        at++;
      } else {
        break;
      }
    }
    int start = at + shape.operands();
    return call.hasUnknownBefore(start) ? UNKNOWN : start;
  }

  /// `env -S 'a b' c` is `env a b c`; null if the text contains more than words.
  private static @Nullable Invocation split(Invocation call) {
    var option = call.text(1);
    boolean apart = option.equals("-S") || option.equals("--split-string");
    if (!apart && !option.startsWith("-S") && !option.startsWith("--split-string=")) {
      return call;
    }
    var text = apart ? call.text(2) : option.substring(option.startsWith("--") ? 15 : 2);
    boolean plain =
        text.chars().allMatch(c -> ShellCursor.isOfName((char) c) || "./=:,+@% -".indexOf(c) >= 0);
    if (text.isEmpty() || !plain) {
      return null;
    }
    var words = new ArrayList<ShellWord>();
    words.add(call.words().getFirst());
    for (var word : text.strip().split(" +", -1)) {
      words.add(new Literal(word, word));
    }
    words.addAll(call.words().subList(apart ? 3 : 2, call.size()));
    return call.with(words);
  }

  /// The arguments that `xargs` reads are not known, neither at the end nor at a placeholder.
  private static Invocation withInput(Invocation call, int start) {
    var mark = "{}";
    for (int i = 1; i < start; i++) {
      var option = call.text(i);
      if (option.equals("-I")) {
        mark = call.text(i + 1);
      } else if (option.startsWith("-I")) {
        mark = option.substring(2);
      }
    }
    var words = new ArrayList<ShellWord>(marked(call.words().subList(start, call.size()), mark));
    words.add(new Unknown("…"));
    return call.with(words);
  }

  /// Makes each word unknown that contains the placeholder.
  static List<ShellWord> marked(List<ShellWord> words, String mark) {
    return words.stream()
        .map(word -> word.known().contains(mark) ? new Unknown(word.source()) : word)
        .toList();
  }
}
