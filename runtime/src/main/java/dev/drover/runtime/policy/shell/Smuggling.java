package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.Found.Grade;
import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Programs that run code from their command line: interpreters, which are made for it, and others,
/// which do it by an option few think of.
final class Smuggling {
  /// Interpreters, and the words that say that code follows, or is it.
  private static final Map<Pattern, Pattern> INTERPRETERS =
      Map.of(
          Pattern.compile("python[0-9.]*|pypy[0-9.]*"),
          Pattern.compile("-[A-Za-z]*c.*|-"),
          Pattern.compile("perl[0-9.]*"),
          Pattern.compile("-[A-Za-z0-9]*[eEMm].*|-"),
          Pattern.compile("ruby[0-9.]*|lua[0-9.]*|luajit|Rscript|osascript|tclsh|expect|julia"),
          Pattern.compile("-[A-Za-z]*[ecrl].*|-"),
          Pattern.compile("node|nodejs|bun|tsx|ts-node"),
          Pattern.compile(
              "-[a-z]*[epr].*|--(eval|print|require|import|loader|experimental-loader)(=.*)?|-"),
          Pattern.compile("deno"),
          Pattern.compile("eval|repl|-"),
          Pattern.compile("php[0-9.]*"),
          Pattern.compile("-[a-zA-Z]*[rBREd].*|-"),
          Pattern.compile("jshell|groovy|scala|ghc|erl|elixir"),
          Pattern.compile("-(e|eval|-eval|s|R).*|-"),
          Pattern.compile("npx|uvx|bunx|cross-env|concurrently|sqlite3|psql|mysql|mariadb"),
          Pattern.compile(".*"),
          Pattern.compile(
              "uv|poetry|pipenv|hatch|pdm|rye|conda|mise|asdf|rbenv|pyenv|direnv|bundle"),
          Pattern.compile("run|exec|x"));

  /// Other programs, and the arguments that make them run something.
  private static final Map<Pattern, Pattern> SMUGGLERS =
      Map.ofEntries(
          runs(
              "vim?|nvim|view|vimdiff|ex|gvim|emacs|nano",
              "-[cSsu].*|--cmd.*|\\+.*|--?(eval|exec|load|batch|script|funcall).*|-[flq]"),
          runs(
              "g?tar|bsdtar",
              "--(to-c|checkpoint-a|use-compress|info-s|new-volume|rsh|rmt).*|-[A-Za-z]*[IF].*"),
          runs("rsync", "-[A-Za-z0-9]*e.*|--(rsh|rsync-p).*"),
          runs("scp|sftp", "-[A-Za-z0-9]*[oSFJD].*"),
          runs("g?make", "[A-Za-z_.]+[:+?!]*=.*|--eval.*|-[a-zA-Z]*E.*"),
          runs("curl|wget", "-[A-Za-z]*K.*|--(config|use-askpass).*|-e.*|--execute.*"),
          runs(
              "zip|7z|cpio|split|sort",
              "-[A-Za-z]*TT.*|--(unzip-command|filter|compress-prog|rsh-c).*"),
          runs("npm|pnpm|yarn", "-c|--call.*|--script-shell.*|--node-options.*|exec|x|dlx"),
          runs("man|less|more|git-.*", "-P.*|--pager.*|\\+!.*"),
          runs(
              "docker|podman|kubectl|nix|nix-shell|nodemon",
              "--(entrypoint|kubeconfig|run|command|exec).*|-[cx]"),
          runs("rg|ripgrep", "--(pre|hostname-bin)(=.*)?"),
          runs("fd|fdfind", "-[A-Za-z0-9]*[xX].*|--exec.*"));

  /// Programs that exist to run others, in ways too many to know.
  private static final Set<String> LAUNCHERS =
      Set.of(
          "su",
          "runuser",
          "chroot",
          "unshare",
          "nsenter",
          "flock",
          "systemd-run",
          "script",
          "strace",
          "ltrace",
          "gdb",
          "lldb",
          "taskset",
          "chrt",
          "setarch",
          "linux32",
          "linux64",
          "prlimit",
          "setpriv",
          "fakeroot",
          "unbuffer",
          "entr",
          "hyperfine",
          "rlwrap",
          "tmux",
          "screen",
          "at",
          "batch",
          "crontab",
          "start-stop-daemon",
          "dbus-run-session",
          "torify",
          "proxychains",
          "proxychains4",
          "firejail",
          "bwrap",
          "ld.so",
          "ld-linux-x86-64.so.2",
          "ed",
          "m4",
          "dc",
          "ftp",
          "socat",
          "nc",
          "ncat",
          "valgrind",
          "pkexec",
          "gosu",
          "run-parts");

  private static final Set<String> AWKS = Set.of("awk", "gawk", "mawk", "nawk", "original-awk");

  /// What makes an awk program more than a filter.
  private static final Pattern AWK_REACHES_OUT =
      Pattern.compile("(?s).*(system|getline|[|>@]|ENVIRON|close|printf?\\s*\\().*");

  private Smuggling() {}

  private static Map.Entry<Pattern, Pattern> runs(String programs, String arguments) {
    return Map.entry(Pattern.compile(programs), Pattern.compile(arguments));
  }

  /// @param marker which word it is
  record Code(Grade grade, int marker, String why) {}

  /// The code that a command carries; null if it is not known to carry any.
  static @Nullable Code in(String name, Invocation call) {
    if (LAUNCHERS.contains(name)) {
      return new Code(Grade.SMUGGLED, call.size() - 1, "%s runs other programs".formatted(name));
    }
    if (AWKS.contains(name)) {
      return awk(name, call);
    }
    if (name.equals("sed") || name.equals("gsed")) {
      return SedScript.in(call);
    }
    if (name.equals("git")) {
      return GitCommand.in(call);
    }
    var interpreted = byOption(INTERPRETERS, Grade.INTERPRETER, name, call);
    return interpreted != null ? interpreted : byOption(SMUGGLERS, Grade.SMUGGLED, name, call);
  }

  private static @Nullable Code byOption(
      Map<Pattern, Pattern> programs, Grade grade, String name, Invocation call) {
    for (var program : programs.entrySet()) {
      if (program.getKey().matcher(name).matches()) {
        return grade == Grade.INTERPRETER && call.size() == 1
            ? new Code(grade, 0, "%s runs what it reads".formatted(name))
            : option(name, call, program.getValue(), grade);
      }
    }
    return null;
  }

  /// An interpreter's options end where its script is named; those of others may stand anywhere.
  private static @Nullable Code option(String name, Invocation call, Pattern option, Grade grade) {
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (call.isUnknown(i)) {
        return new Code(grade, i, "an argument of %s may be code".formatted(name));
      }
      if (option.matcher(text).matches()) {
        return new Code(grade, i, "%s %s runs code".formatted(name, text));
      }
      if (text.equals("--") || (grade == Grade.INTERPRETER && isScript(call, i))) {
        return null;
      }
    }
    return null;
  }

  /// A word after an option may be the option's value; only one that is neither names the script.
  private static boolean isScript(Invocation call, int index) {
    return !call.text(index).startsWith("-")
        && (index == 1 || !call.text(index - 1).startsWith("-"));
  }

  private static @Nullable Code awk(String name, Invocation call) {
    int at = 1;
    while (call.text(at).startsWith("-")) {
      var option = call.text(at);
      if (List.of("-F", "-v").contains(option)) {
        at++;
      } else if (!option.startsWith("-F") && !option.startsWith("-v")) {
        return new Code(Grade.INTERPRETER, at, "%s %s runs code".formatted(name, option));
      }
      at++;
    }
    if (at >= call.size()) {
      return null;
    }
    return call.hasUnknownBefore(at + 1) || AWK_REACHES_OUT.matcher(call.text(at)).matches()
        ? new Code(Grade.INTERPRETER, at, "the program of %s can run commands".formatted(name))
        : null;
  }
}
