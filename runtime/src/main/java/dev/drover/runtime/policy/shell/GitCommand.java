package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.Found.Grade;
import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `git` runs what its configuration names, and the configuration can be given in the line.
final class GitCommand {
  /// Settings that name no program.
  private static final Pattern HARMLESS_SETTING =
      Pattern.compile(
          "(?i)(user|color|advice|column|log|status|init|push|pull|merge\\.ff|fetch\\.prune"
              + "|core\\.(quotepath|autocrlf|abbrev|filemode)|commit\\.gpgsign|tag\\.gpgsign)"
              + "(\\.[a-z.]+)?=.*");

  private static final Pattern BEFORE_SUBCOMMAND =
      Pattern.compile("--(exec-path|git-dir|work-tree|config-env|namespace|super-prefix).*|-p");

  /// Subcommands that run something, and the arguments that make them; a subcommand that always
  /// does has the pattern that fits all.
  private static final Map<String, Pattern> RUNNING =
      Map.ofEntries(
          Map.entry("bisect", Pattern.compile("run")),
          Map.entry("submodule", Pattern.compile("foreach|update|add|--.*")),
          Map.entry("filter-branch", Pattern.compile(".*")),
          Map.entry("difftool", Pattern.compile(".*")),
          Map.entry("mergetool", Pattern.compile(".*")),
          Map.entry("rebase", Pattern.compile("-x.*|--ex.*|-i|--in.*")),
          Map.entry("grep", Pattern.compile("-O.*|--op.*")),
          Map.entry("clone", Pattern.compile("-[uc].*|--up.*|--con.*|--tem.*|ext::.*")),
          Map.entry("fetch", Pattern.compile("--up.*|ext::.*")),
          Map.entry("pull", Pattern.compile("--up.*|ext::.*")),
          Map.entry("ls-remote", Pattern.compile("--up.*|--ex.*|ext::.*")),
          Map.entry("push", Pattern.compile("--rec.*|--exec.*|ext::.*")),
          Map.entry("archive", Pattern.compile("--ex.*|--rem.*")),
          Map.entry("init", Pattern.compile("--tem.*")),
          Map.entry("diff", Pattern.compile("--ext-diff|--textconv|--output.*")),
          Map.entry("log", Pattern.compile("--ext-diff|--output.*")),
          Map.entry("show", Pattern.compile("--ext-diff|--output.*")),
          Map.entry("send-email", Pattern.compile(".*")),
          Map.entry("daemon", Pattern.compile(".*")),
          Map.entry("p4", Pattern.compile(".*")),
          Map.entry("remote", Pattern.compile("ext::.*")));

  private static final Set<String> READS_SETTINGS =
      Set.of("--get", "--get-all", "--list", "-l", "--get-regexp");

  private GitCommand() {}

  static Smuggling.@Nullable Code in(Invocation call) {
    int at = 1;
    while (at < call.size()) {
      var text = call.text(at);
      if (call.isUnknown(at)) {
        return code(at, "what git does is not known before it runs");
      }
      if (BEFORE_SUBCOMMAND.matcher(text).matches()) {
        return code(at, "git %s changes what git runs".formatted(text));
      }
      if (text.startsWith("-c")
          && !isHarmless(text.equals("-c") ? call.text(at + 1) : text.substring(2))) {
        return code(at, "git -c may name a program to run");
      }
      if (!text.startsWith("-")) {
        return call.hasUnknownBefore(at)
            ? code(at, "an option of git is not known before it runs")
            : subcommand(call, at);
      }
      at += text.equals("-c") || text.equals("-C") ? 2 : 1;
    }
    return null;
  }

  private static boolean isHarmless(String setting) {
    return HARMLESS_SETTING.matcher(setting).matches();
  }

  private static Smuggling.@Nullable Code subcommand(Invocation call, int at) {
    var name = call.text(at);
    if (name.equals("config")) {
      return config(call, at);
    }
    var running = RUNNING.get(name);
    if (running == null) {
      return null;
    }
    for (int i = at + 1; i < call.size(); i++) {
      if (call.isUnknown(i) || running.matcher(call.text(i)).matches()) {
        return code(i, "git %s may run a program that is named there".formatted(name));
      }
    }
    return running.matcher("").matches()
        ? code(at, "git %s runs other programs".formatted(name))
        : null;
  }

  private static Smuggling.@Nullable Code config(Invocation call, int at) {
    int key = at + 1;
    while (call.text(key).startsWith("-")) {
      if (READS_SETTINGS.contains(call.text(key))) {
        return null;
      }
      key++;
    }
    if (key + 1 >= call.size() || isHarmless(call.text(key) + "=")) {
      return null;
    }
    return code(key, "git config may name a program to run");
  }

  private static Smuggling.Code code(int marker, String why) {
    return new Smuggling.Code(Grade.SMUGGLED, marker, why);
  }
}
