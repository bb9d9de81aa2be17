package dev.drover.policy;

import dev.drover.policy.Rule.About;
import dev.drover.shell.FileUse;
import dev.drover.shell.FoundCommand;
import dev.drover.shell.ShellLine;
import dev.drover.shell.ShellWord;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.workspace.ConfigurationPaths;
import java.util.Set;

/// One part of a call. Each part must pass separately.
sealed interface PolicySubject {
  /// How many characters of a line people see at most, head and tail together.
  int SHOWN = 200;

  int SHOWN_TAIL = 80;

  /// A description for people.
  String describe();

  /// As [#describe], without the line that contains it.
  default String part() {
    return describe();
  }

  /// Whether a deny or ask rule matches it.
  RuleMatch restrictedBy(Rule rule);

  /// Whether an allow rule certainly matches it.
  boolean permittedBy(Rule rule);

  /// Whether it is refused unless a rule allows it.
  default boolean needsPermission() {
    return true;
  }

  /// A call of a tool that does not declare what its calls are about.
  record WholeCall(String tool) implements PolicySubject {
    @Override
    public String describe() {
      return "`%s`".formatted(tool);
    }

    @Override
    public RuleMatch restrictedBy(Rule rule) {
      return !rule.names(tool) ? RuleMatch.NO : rule.isUnlimited() ? RuleMatch.YES : RuleMatch.MAY;
    }

    @Override
    public boolean permittedBy(Rule rule) {
      return rule.names(tool) && rule.isUnlimited();
    }
  }

  /// A path, an address, or a text.
  record SubjectCall(String tool, CallSubject subject) implements PolicySubject {
    @Override
    public String describe() {
      return "`%s`".formatted(shown(text(subject)));
    }

    @Override
    public RuleMatch restrictedBy(Rule rule) {
      return rule.names(tool) ? match(rule) : RuleMatch.NO;
    }

    @Override
    public boolean permittedBy(Rule rule) {
      return rule.names(tool) && match(rule) == RuleMatch.YES;
    }

    private RuleMatch match(Rule rule) {
      return switch (rule.about()) {
        case About.Everything _ -> RuleMatch.YES;
        case About.Exactly(var text) -> RuleMatch.yesIf(text.equals(text(subject)));
        case About.Matching(var pattern) ->
            switch (subject) {
              case CallSubject.File(var path) -> PathPattern.match(pattern, path);
              case CallSubject.Web(var url) -> WebPattern.match(pattern, url);
              case CallSubject.Plain(var text) ->
                  RuleMatch.yesIf(WildcardMatcher.matches(pattern, text));
              case CallSubject.Shell _ -> RuleMatch.MAY;
            };
      };
    }
  }

  /// One command of a shell line.
  record Command(String tool, ShellLine line, FoundCommand found) implements PolicySubject {
    @Override
    public String describe() {
      return in(line, found.source());
    }

    @Override
    public String part() {
      return "`%s`".formatted(shown(found.source()));
    }

    @Override
    public RuleMatch restrictedBy(Rule rule) {
      if (!rule.names(tool)) {
        return RuleMatch.NO;
      }
      return switch (rule.about()) {
        case About.Everything _ -> RuleMatch.YES;
        case About.Exactly(var text) -> RuleMatch.yesIf(text.equals(line.text()));
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
        case FoundCommand.Plain _, FoundCommand.Variant _ ->
            rule.isUnlimited() || ShellPattern.match(pattern, found) == RuleMatch.YES;
        case FoundCommand.Opaque(_, _, var grade, _, _) ->
            ShellPattern.match(pattern, found) == RuleMatch.YES
                && (knowsOfCode(rule)
                    || (grade == FoundCommand.Grade.INTERPRETER
                        && ShellPattern.spellsOut(pattern, 0)));
        case FoundCommand.Executor _ -> knowsOfCode(rule);
        case FoundCommand.Hidden _ -> false;
      };
    }

    /// Whether its effects cannot be determined.
    boolean isOpaque() {
      return !line.opaque().isEmpty()
          || switch (found) {
            case FoundCommand.Plain _, FoundCommand.Variant _ -> false;
            case FoundCommand.Opaque _, FoundCommand.Executor _, FoundCommand.Hidden _ -> true;
          };
    }

    /// Whether the rule was written with the command's embedded code in view.
    boolean knowsOfCode(Rule rule) {
      return switch (rule.about()) {
        case About.Everything _ -> false;
        case About.Exactly _ -> true;
        case About.Matching(var pattern) -> line.opaque().isEmpty() && spellsOut(pattern);
      };
    }

    private boolean spellsOut(String pattern) {
      return switch (found) {
        case FoundCommand.Plain _, FoundCommand.Variant _ -> true;
        case FoundCommand.Opaque(_, _, _, var marker, _) -> ShellPattern.spellsOut(pattern, marker);
        case FoundCommand.Executor(_, var words, _) ->
            ShellPattern.spellsOut(pattern, words.size() - 1)
                && ShellPattern.match(pattern, new FoundCommand.Plain("", words)) == RuleMatch.YES;
        case FoundCommand.Hidden _ -> false;
      };
    }

    @Override
    public boolean needsPermission() {
      return !(found instanceof FoundCommand.Variant);
    }
  }

  /// A file that a redirection opens. Writing must be allowed as for `write`; reading is denied or
  /// asked about as for `read`. A rule that allows every line also allows redirections.
  record Redirection(String tool, ShellLine line, FileUse use) implements PolicySubject {
    private static final Set<String> NO_FILES =
        Set.of("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty");

    static boolean isFile(FileUse use) {
      return !NO_FILES.contains(use.target().known());
    }

    /// Whether it changes files that control what agents may do.
    boolean writesConfiguration() {
      return use.access() == FileUse.Access.WRITES
          && use.target() instanceof ShellWord.Literal(_, var path)
          && ConfigurationPaths.covers(path);
    }

    private String fileTool() {
      return switch (use.access()) {
        case READS -> "read";
        case WRITES -> "write";
      };
    }

    @Override
    public String describe() {
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
    public RuleMatch restrictedBy(Rule rule) {
      if (!rule.names(fileTool())) {
        return RuleMatch.NO;
      }
      return use.target() instanceof ShellWord.Literal(_, var path)
          ? new SubjectCall(fileTool(), new CallSubject.File(path)).restrictedBy(rule)
          : rule.isUnlimited() ? RuleMatch.YES : RuleMatch.MAY;
    }

    @Override
    public boolean permittedBy(Rule rule) {
      boolean line =
          rule.names(tool)
              && (rule.isUnlimited() || rule.equals(Rule.exactly(rule.tool(), this.line.text())));
      boolean file =
          rule.names(fileTool())
              && (rule.about() instanceof About.Everything
                  || (use.target() instanceof ShellWord.Literal(_, var path)
                      && new SubjectCall(fileTool(), new CallSubject.File(path))
                          .permittedBy(rule)));
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

  /// Shortens a text to one line. The end is always kept: it may be the important part.
  private static String shown(String text) {
    var line = RuleEscapes.of(text);
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

  static String text(CallSubject subject) {
    return switch (subject) {
      case CallSubject.File(var path) -> path;
      case CallSubject.Shell(var line) -> line;
      case CallSubject.Web(var url) -> url;
      case CallSubject.Plain(var text) -> text;
    };
  }
}
