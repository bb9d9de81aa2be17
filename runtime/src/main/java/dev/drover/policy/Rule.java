package dev.drover.policy;

import java.util.regex.Pattern;

/// One rule: `tool`, `tool*`, `tool(pattern)`, or `tool(=text)`.
///
/// A bare name is the complete name of a tool: `mcp__git` does not match `mcp__github`; a `*` may
/// end it. The syntax of a pattern depends on the subject of the call: a path, a shell line, an
/// address, or a text. After `=` follows the exact text, with `\n`, `\r`, `\t`, `\\` and `\x7f` for
/// characters that cannot be in a line.
public record Rule(String tool, About about) {
  private static final Pattern TOOL = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*\\*?|\\*");
  private static final Pattern LEADS_OUT = Pattern.compile("(?:.*/)?\\.\\.(?:/.*)?");

  /// Which calls of the tool the rule matches.
  public sealed interface About {
    record Everything() implements About {}

    record Matching(String pattern) implements About {}

    record Exactly(String text) implements About {}
  }

  /// @throws IllegalArgumentException describing the error in the text
  public static Rule parse(String text) {
    int open = text.indexOf('(');
    var tool = open < 0 ? text : text.substring(0, open);
    if (!TOOL.matcher(tool).matches()) {
      throw malformed(text, "'%s' is not the name of a tool".formatted(tool));
    }
    if (open < 0) {
      return new Rule(tool, new About.Everything());
    }
    if (!text.endsWith(")")) {
      throw malformed(text, "its parenthesis is not closed at the end");
    }
    return new Rule(tool, about(text, text.substring(open + 1, text.length() - 1)));
  }

  private static About about(String rule, String inner) {
    if (inner.chars().anyMatch(Character::isISOControl)) {
      throw malformed(rule, "it holds a control character or a line break");
    }
    if (inner.startsWith("=")) {
      return new About.Exactly(RuleEscapes.undone(rule, inner.substring(1)));
    }
    if (inner.isBlank()) {
      throw malformed(rule, "it has nothing between its parentheses");
    }
    if (!inner.equals(inner.strip())) {
      throw malformed(rule, "its pattern starts or ends with a blank");
    }
    if (LEADS_OUT.matcher(inner).matches()) {
      throw malformed(rule, "'..' in a path never matches, paths are resolved before");
    }
    if (inner.contains("***")) {
      throw malformed(rule, "'***' means nothing");
    }
    return new About.Matching(inner);
  }

  static IllegalArgumentException malformed(String rule, String what) {
    return new IllegalArgumentException(
        "rule '%s': %s; expected is tool, tool*, tool(pattern) or tool(=text)"
            .formatted(rule, what));
  }

  static Rule exactly(String tool, String text) {
    return new Rule(tool, new About.Exactly(text));
  }

  public boolean names(String calledTool) {
    return tool.endsWith("*")
        ? calledTool.startsWith(tool.substring(0, tool.length() - 1))
        : tool.equals(calledTool);
  }

  /// Whether it matches every call, even one that cannot be parsed.
  public boolean isUnlimited() {
    return switch (about) {
      case About.Everything _ -> true;
      case About.Matching(var pattern) -> pattern.equals("*") || pattern.equals("**");
      case About.Exactly _ -> false;
    };
  }

  RuleSpecificity specificity() {
    int named = tool.endsWith("*") ? tool.length() : Integer.MAX_VALUE;
    return switch (about) {
      case About.Everything _ -> new RuleSpecificity(named, RuleSpecificity.Extent.EVERYTHING, 0);
      case About.Matching(var pattern) ->
          new RuleSpecificity(
              named,
              isUnlimited() ? RuleSpecificity.Extent.EVERYTHING : RuleSpecificity.Extent.PATTERN,
              WildcardMatcher.letters(pattern));
      case About.Exactly(var text) ->
          new RuleSpecificity(named, RuleSpecificity.Extent.EXACTLY, text.length());
    };
  }

  @Override
  public String toString() {
    return switch (about) {
      case About.Everything _ -> tool;
      case About.Matching(var pattern) -> tool + "(" + pattern + ")";
      case About.Exactly(var text) -> tool + "(=" + RuleEscapes.of(text) + ")";
    };
  }
}
