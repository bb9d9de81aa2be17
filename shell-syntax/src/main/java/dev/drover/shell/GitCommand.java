package dev.drover.shell;

import dev.drover.shell.CodeExecutors.CodeUse;
import dev.drover.shell.FoundCommand.Grade;
import dev.drover.shell.ShellLineAnalyzer.Invocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `git` runs programs named in its configuration, the configuration can be given in the line, and
/// an unknown subcommand may be an alias. The known subcommands and settings are in `git.txt`.
final class GitCommand {
  private static final Set<String> PLAIN = new HashSet<>();
  private static final Map<String, List<String>> WORDS = new HashMap<>();
  private static final Set<String> SETTINGS = new HashSet<>();

  static {
    for (var line : TableLines.of("git.txt")) {
      switch (line.head().getFirst()) {
        case "plain" -> PLAIN.addAll(line.words());
        case "settings" -> SETTINGS.addAll(line.words());
        default ->
            line.head()
                .forEach(
                    name ->
                        WORDS.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(line.words()));
      }
    }
  }

  /// Options before the subcommand that do not affect which programs git runs.
  private static final Set<String> INERT =
      Set.of(
          "--no-pager",
          "-P",
          "--no-replace-objects",
          "--no-lazy-fetch",
          "--no-optional-locks",
          "--no-advice",
          "--literal-pathspecs",
          "--glob-pathspecs",
          "--noglob-pathspecs",
          "--icase-pathspecs",
          "--version",
          "-v",
          "--help",
          "-h",
          "--html-path",
          "--man-path",
          "--info-path",
          "--exec-path");

  private static final Set<String> READS_SETTINGS =
      Set.of("--get", "--get-all", "--list", "-l", "--get-regexp", "get", "list");

  /// Merge strategies that are part of git; any other is a program.
  private static final Set<String> STRATEGIES =
      Set.of("ort", "recursive", "resolve", "octopus", "ours", "subtree");

  private GitCommand() {}

  static @Nullable CodeUse in(Invocation call) {
    int at = 1;
    while (at < call.size()) {
      var text = call.text(at);
      if (call.isUnknown(at)) {
        return code(at, "what git does is not known before it runs");
      }
      if (!text.startsWith("-")) {
        return subcommand(call, at);
      }
      if (text.equals("-C")) {
        if (call.isUnknown(at + 1)) {
          return code(at + 1, "an option of git is not known before it runs");
        }
        at += 2;
      } else if (text.startsWith("-c")) {
        boolean apart = text.equals("-c");
        if (!isHarmless(apart ? call.text(at + 1) : text.substring(2))) {
          return code(at, "git -c may name a program to run");
        }
        at += apart ? 2 : 1;
      } else if (INERT.contains(text)) {
        at++;
      } else {
        return code(at, "git %s changes what git runs".formatted(text));
      }
    }
    return null;
  }

  /// @param setting a name, with `=value` or without
  private static boolean isHarmless(String setting) {
    int equals = setting.indexOf('=');
    var name = (equals < 0 ? setting : setting.substring(0, equals)).toLowerCase(Locale.ROOT);
    var value = equals < 0 ? "" : setting.substring(equals + 1);
    if (name.equals("core.pager") && equals > 0) {
      return value.isEmpty() || value.equals("cat");
    }
    int dot = name.indexOf('.');
    return SETTINGS.contains(name) || (dot > 0 && SETTINGS.contains(name.substring(0, dot) + ".*"));
  }

  private static @Nullable CodeUse subcommand(Invocation call, int at) {
    var name = call.text(at);
    if (name.equals("config")) {
      return config(call, at);
    }
    if (!PLAIN.contains(name)) {
      return code(at, "git %s may be an alias, or run other programs".formatted(name));
    }
    var running = WORDS.getOrDefault(name, List.of());
    for (int i = at + 1; i < call.size(); i++) {
      var text = call.text(i);
      if (text.equals("--")) {
        return null;
      }
      if (call.word(i) instanceof ShellWord.Unknown word
          && !running.isEmpty()
          && CodeExecutors.mayCarry(running, word)) {
        return code(i, "an argument of git %s may name a program".formatted(name));
      }
      if (CodeOptions.matches(running, text)
          && !isMessage(name, call, i)
          && !isKnownStrategy(call, i)) {
        return code(i, "git %s may run a program that is named there".formatted(name));
      }
    }
    return null;
  }

  /// The word after `-m` is always a message.
  private static boolean isMessage(String name, Invocation call, int index) {
    var before = call.text(index - 1);
    return name.equals("commit") && CodeOptions.hasLetter(before, 'm') && before.endsWith("m");
  }

  private static boolean isKnownStrategy(Invocation call, int index) {
    var text = call.text(index);
    if (text.startsWith("--s") && text.contains("=")) {
      return STRATEGIES.contains(text.substring(text.indexOf('=') + 1));
    }
    return (text.equals("-s") || text.equals("--strategy"))
        && STRATEGIES.contains(call.text(index + 1));
  }

  private static @Nullable CodeUse config(Invocation call, int at) {
    int key = at + 1;
    while (call.text(key).startsWith("-")) {
      if (READS_SETTINGS.contains(call.text(key))) {
        return null;
      }
      boolean valued =
          Set.of("-f", "--file", "--blob", "--type", "--default").contains(call.text(key));
      key += valued ? 2 : 1;
    }
    if (READS_SETTINGS.contains(call.text(key))) {
      return null;
    }
    if (call.hasUnknownBefore(Math.min(key + 1, call.size()))) {
      return code(key, "git config may name a program to run");
    }
    boolean reads = key + 1 >= call.size();
    return reads || isHarmless(call.text(key))
        ? null
        : code(key, "git config may name a program to run");
  }

  private static CodeUse code(int marker, String why) {
    return new CodeUse(Grade.SMUGGLED, marker, why);
  }
}
