package dev.drover.runtime.policy;

import dev.drover.runtime.policy.Rule.About;
import dev.drover.runtime.policy.shell.FileUse;
import dev.drover.runtime.policy.shell.Found;
import dev.drover.runtime.policy.shell.ShellLine;
import dev.drover.runtime.policy.shell.Word;
import dev.drover.spi.tool.ConfigurationPaths;
import dev.drover.spi.tool.Subject;
import java.util.Set;

/// One part of a call that must pass by itself.
sealed interface Matter {
  /// How much of a line people are shown at most, head and tail together.
  int SHOWN = 200;

  int SHOWN_TAIL = 80;

  /// How people are told about it.
  String words();

  /// As [#words], without the line that it is a part of.
  default String part() {
    return words();
  }

  /// What a rule that denies or asks has to do with it.
  Match restrictedBy(Rule rule);

  /// Whether a rule that allows is about it, surely.
  boolean permittedBy(Rule rule);

  /// Whether it fails unless something allows it.
  default boolean needsPermission() {
    return true;
  }

  /// A call of a tool that does not say what it is about.
  record Nameless(String tool) implements Matter {
    @Override
    public String words() {
      return "`%s`".formatted(tool);
    }

    @Override
    public Match restrictedBy(Rule rule) {
      return !rule.names(tool) ? Match.NO : rule.isUnlimited() ? Match.YES : Match.MAY;
    }

    @Override
    public boolean permittedBy(Rule rule) {
      return rule.names(tool) && rule.isUnlimited();
    }
  }

  /// A path, an address, or a text.
  record Named(String tool, Subject subject) implements Matter {
    @Override
    public String words() {
      return "`%s`".formatted(shown(text(subject)));
    }

    @Override
    public Match restrictedBy(Rule rule) {
      return rule.names(tool) ? match(rule) : Match.NO;
    }

    @Override
    public boolean permittedBy(Rule rule) {
      return rule.names(tool) && match(rule) == Match.YES;
    }

    private Match match(Rule rule) {
      return switch (rule.about()) {
        case About.Everything _ -> Match.YES;
        case About.Exactly(var text) -> Match.yesIf(text.equals(text(subject)));
        case About.Matching(var pattern) ->
            switch (subject) {
              case Subject.File(var path) -> PathPattern.match(pattern, path);
              case Subject.Web(var url) -> WebPattern.match(pattern, url);
              case Subject.Plain(var text) -> Match.yesIf(Wildcard.matches(pattern, text));
              case Subject.Shell _ -> Match.MAY;
            };
      };
    }
  }

  /// One command of a line of the shell.
  record Command(String tool, ShellLine line, Found found) implements Matter {
    @Override
    public String words() {
      return in(line, found.source());
    }

    @Override
    public String part() {
      return "`%s`".formatted(shown(found.source()));
    }

    @Override
    public Match restrictedBy(Rule rule) {
      if (!rule.names(tool)) {
        return Match.NO;
      }
      return switch (rule.about()) {
        case About.Everything _ -> Match.YES;
        case About.Exactly(var text) -> Match.yesIf(text.equals(line.text()));
        case About.Matching(var pattern) -> ShellPattern.match(pattern, found);
      };
    }

    @Override
    public boolean permittedBy(Rule rule) {
      if (!rule.names(tool)) {
        return false;
      }
      return switch (rule.about()) {
        case About.Everything _ -> true;
        case About.Exactly(var text) -> text.equals(line.text());
        case About.Matching(var pattern) -> line.opaque().isEmpty() && isCoveredBy(rule, pattern);
      };
    }

    private boolean isCoveredBy(Rule rule, String pattern) {
      return switch (found) {
        case Found.Plain _, Found.Aspect _ ->
            rule.isUnlimited() || ShellPattern.match(pattern, found) == Match.YES;
        case Found.Opaque(_, _, var grade, _, _) ->
            ShellPattern.match(pattern, found) == Match.YES
                && (knowsOfCode(rule)
                    || (grade == Found.Grade.INTERPRETER && ShellPattern.spellsOut(pattern, 0)));
        case Found.Carrier _ -> knowsOfCode(rule);
        case Found.Hidden _ -> false;
      };
    }

    /// Whether nobody can tell what it does.
    boolean isOpaque() {
      return !line.opaque().isEmpty()
          || switch (found) {
            case Found.Plain _, Found.Aspect _ -> false;
            case Found.Opaque _, Found.Carrier _, Found.Hidden _ -> true;
          };
    }

    /// Whether the person who wrote the rule knew of the code that the command carries.
    boolean knowsOfCode(Rule rule) {
      return switch (rule.about()) {
        case About.Everything _ -> false;
        case About.Exactly _ -> true;
        case About.Matching(var pattern) -> line.opaque().isEmpty() && spellsOut(pattern);
      };
    }

    private boolean spellsOut(String pattern) {
      return switch (found) {
        case Found.Plain _, Found.Aspect _ -> true;
        case Found.Opaque(_, _, _, var marker, _) -> ShellPattern.spellsOut(pattern, marker);
        case Found.Carrier(_, var words, _) ->
            ShellPattern.spellsOut(pattern, words.size() - 1)
                && ShellPattern.match(pattern, new Found.Plain("", words)) == Match.YES;
        case Found.Hidden _ -> false;
      };
    }

    @Override
    public boolean needsPermission() {
      return !(found instanceof Found.Aspect);
    }
  }

  /// A file that a redirection opens. To write it must be allowed as `write` is; to read is denied
  /// or asked about as `read` is. Whoever allows each and every line allows that too.
  record Redirection(String tool, ShellLine line, FileUse use) implements Matter {
    private static final Set<String> NO_FILES =
        Set.of("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty");

    static boolean isFile(FileUse use) {
      return !NO_FILES.contains(use.target().known());
    }

    /// Whether it changes what decides what agents may do.
    boolean writesConfiguration() {
      return use.access() == FileUse.Access.WRITES
          && use.target() instanceof Word.Literal(_, var path)
          && ConfigurationPaths.covers(path);
    }

    private String fileTool() {
      return switch (use.access()) {
        case READS -> "read";
        case WRITES -> "write";
      };
    }

    @Override
    public String words() {
      var verb =
          switch (use.access()) {
            case READS -> "reads";
            case WRITES -> "writes";
          };
      return "%s, which %s `%s`,".formatted(in(line, use.source()), verb, use.target().source());
    }

    @Override
    public String part() {
      var verb =
          switch (use.access()) {
            case READS -> "reads";
            case WRITES -> "writes";
          };
      return "`%s`, which %s `%s`,".formatted(shown(use.source()), verb, use.target().source());
    }

    @Override
    public Match restrictedBy(Rule rule) {
      if (!rule.names(fileTool())) {
        return Match.NO;
      }
      return use.target() instanceof Word.Literal(_, var path)
          ? new Named(fileTool(), new Subject.File(path)).restrictedBy(rule)
          : rule.isUnlimited() ? Match.YES : Match.MAY;
    }

    @Override
    public boolean permittedBy(Rule rule) {
      boolean line =
          rule.names(tool)
              && (rule.isUnlimited() || rule.equals(Rule.exactly(rule.tool(), this.line.text())));
      boolean file =
          rule.names(fileTool())
              && (rule.about() instanceof About.Everything
                  || (use.target() instanceof Word.Literal(_, var path)
                      && new Named(fileTool(), new Subject.File(path)).permittedBy(rule)));
      return line || file;
    }

    @Override
    public boolean needsPermission() {
      return use.access() == FileUse.Access.WRITES;
    }
  }

  private static String in(ShellLine line, String part) {
    var whole = line.text().strip();
    return part.equals(whole)
        ? "`%s`".formatted(shown(part))
        : "`%s` in `%s`".formatted(shown(part), shown(whole));
  }

  /// In one line, and not too long of one. The end is always there: it may be what matters.
  private static String shown(String text) {
    var line = Escapes.of(text);
    int length = line.codePointCount(0, line.length());
    if (length <= SHOWN) {
      return line;
    }
    return "%s … %d %s left out … %s"
        .formatted(
            line.substring(0, line.offsetByCodePoints(0, SHOWN - SHOWN_TAIL)),
            length - SHOWN,
            length - SHOWN == 1 ? "character" : "characters",
            line.substring(line.offsetByCodePoints(line.length(), -SHOWN_TAIL)));
  }

  static String text(Subject subject) {
    return switch (subject) {
      case Subject.File(var path) -> path;
      case Subject.Shell(var line) -> line;
      case Subject.Web(var url) -> url;
      case Subject.Plain(var text) -> text;
    };
  }
}
