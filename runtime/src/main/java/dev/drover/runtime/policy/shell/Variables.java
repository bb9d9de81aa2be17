package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The variables a line sets, of which some change what a command does whatever it is called.
final class Variables {
  private static final Set<String> DANGEROUS =
      Set.of(
          "IFS",
          "ENV",
          "BASH_ENV",
          "SHELL",
          "SHELLOPTS",
          "BASHOPTS",
          "PS0",
          "PS4",
          "HOME",
          "PAGER",
          "EDITOR",
          "VISUAL",
          "BROWSER",
          "LESSOPEN",
          "LESSCLOSE",
          "LESS",
          "CC",
          "CXX",
          "LD",
          "AR",
          "RUSTC",
          "MAKEFILES",
          "HOSTALIASES",
          "GLOBIGNORE",
          "TMPDIR",
          "PERL5DB",
          "RUBYLIB",
          "PERL5LIB",
          "TERMINFO",
          "POSIXLY_CORRECT",
          "FPATH",
          "ZDOTDIR",
          "JAVA_HOME",
          "KUBECONFIG");

  /// Whole families: what the loader, git, interpreters and build tools read from the environment.
  private static final Pattern FAMILY =
      Pattern.compile(
          "(LD|DYLD|GIT|BASH_FUNC|NPM_CONFIG|npm_config|CARGO|PIP|UV|BUNDLE|GCONV|GLIBC)_.*"
              + "|PYTHON.*|NODE_(OPTIONS|PATH|EXTRA.*)|RUBYOPT"
              + "|.*(PATH|_COMMAND|OPTS|OPT|OPTIONS|ARGS|FLAGS|_WRAPPER|EDITOR|PAGER|SHELL|_RSH"
              + "|_ASKPASS|_CONFIG|_CONFIG_HOME|_PROXY|_proxy|_HOST)");

  private static final Pattern HARMLESS =
      Pattern.compile("GIT_(AUTHOR|COMMITTER)_.*|PYTHON(UNBUFFERED|DONTWRITEBYTECODE|IOENCODING)");

  /// Commands that give values to the variables they name.
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

  private String taint = "";

  /// The first dangerous one; empty if there is none.
  String taint() {
    return taint;
  }

  void set(String name) {
    if (taint.isEmpty() && isDangerous(name)) {
      taint = name;
    }
  }

  static boolean isDangerous(String name) {
    return !HARMLESS.matcher(name).matches()
        && (DANGEROUS.contains(name) || FAMILY.matcher(name).matches());
  }

  /// Some other way to set a variable of which nobody can say which it is.
  private void setUnknown(String source) {
    if (taint.isEmpty()) {
      taint = source;
    }
  }

  void setBy(String command, Invocation call) {
    if (!SETTING.contains(command)) {
      return;
    }
    boolean options = BY_OPTION.contains(command);
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (options && !text.startsWith("-v") && !text.startsWith("-p") && !call.isUnknown(i)) {
        return;
      }
      if ((call.isUnknown(i) && !isAssignment(call.words().get(i))) || isReference(command, text)) {
        setUnknown(call.words().get(i).source());
      }
      for (var name : text.split("[^A-Za-z0-9_]+", -1)) {
        set(name);
      }
      if (options && !text.equals("-v") && !text.equals("-p")) {
        return;
      }
    }
  }

  /// Only the value of `export x=$y` is unknown; that it is `x` the parser has seen.
  private static boolean isAssignment(Word word) {
    int equals = word.source().indexOf('=');
    return equals > 0 && Cursor.isName(word.source().substring(0, equals));
  }

  /// `declare -n x=PATH`: another name for a variable.
  private static boolean isReference(String command, String text) {
    return !command.equals("read") && text.matches("-[A-Za-z]*n[A-Za-z]*");
  }

  /// Whether a command evaluates its arguments as arithmetic, or the subscripts in them.
  static boolean evaluates(List<Word> words) {
    if (words.isEmpty()) {
      return false;
    }
    var name = Names.last(words.getFirst().known());
    return name.equals("printf")
        ? words.stream().anyMatch(word -> word.known().startsWith("-v"))
        : SETTING.contains(name) || name.equals("test") || name.equals("[");
  }
}
