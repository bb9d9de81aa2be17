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
    if (SETTING.contains(command)) {
      int end = BY_OPTION.contains(command) ? afterOptions(call) : call.size();
      for (int i = 1; i < Math.min(end, call.size()); i++) {
        setBy(command, call.words().get(i));
      }
    }
  }

  /// Up to there a word may be an option, or the name of the variable that one sets.
  private static int afterOptions(Invocation call) {
    int at = 1;
    while (call.isUnknown(at) || call.text(at).startsWith("-")) {
      at += call.text(at).matches("-[A-Za-z]*[vp]") ? 2 : 1;
    }
    return at;
  }

  private void setBy(String command, Word word) {
    var text = word.known();
    if ((word instanceof Word.Unknown && !isAssignment(word)) || isReference(command, text)) {
      setUnknown(word.source());
    }
    for (var name : text.split("[^A-Za-z0-9_]+", -1)) {
      set(name);
    }
    // The name may stand right behind the letter of its option: `printf -vHOME`.
    for (int letters = 2; text.startsWith("-") && letters < text.length(); letters++) {
      set(text.substring(letters));
    }
  }

  /// Only the value of `export x=$y` is unknown; that it is `x` the parser has seen.
  private static boolean isAssignment(Word word) {
    int equals = word.source().indexOf('=');
    return equals > 0 && Cursor.isName(word.source().substring(0, equals));
  }

  /// `declare -n x=PATH`: another name for a variable.
  private static boolean isReference(String command, String text) {
    return SimpleReader.DECLARING.contains(command) && text.matches("-[A-Za-z]*n[A-Za-z]*");
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
