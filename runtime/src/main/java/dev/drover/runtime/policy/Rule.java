package dev.drover.runtime.policy;

/// One line of a policy: `tool`, `tool*`, or `tool(subject)`.
///
/// A `*` may end the tool's name. A subject is matched to the letter, never as a pattern: a shell
/// line that merely starts like an allowed one is another line.
public record Rule(String tool, String subject) {
  private static final String ANY = "";

  /// @throws IllegalArgumentException saying what is wrong with the text
  public static Rule parse(String text) {
    int open = text.indexOf('(');
    var tool = open < 0 ? text : text.substring(0, open);
    if (!tool.matches("[A-Za-z][A-Za-z0-9_-]*\\*?|\\*")) {
      throw new IllegalArgumentException(
          "rule '%s' must look like tool, tool* or tool(subject)".formatted(text));
    }
    if (open < 0) {
      return new Rule(tool, ANY);
    }
    if (!text.endsWith(")") || text.length() == open + 2) {
      throw new IllegalArgumentException(
          "rule '%s' has no subject between its parentheses".formatted(text));
    }
    return new Rule(tool, text.substring(open + 1, text.length() - 1));
  }

  boolean matches(String calledTool, String calledSubject) {
    boolean named =
        tool.endsWith("*")
            ? calledTool.startsWith(tool.substring(0, tool.length() - 1))
            : tool.equals(calledTool);
    return named && (subject.equals(ANY) || subject.equals(calledSubject));
  }

  /// More specific rules win over less specific ones.
  int specificity() {
    int named = tool.endsWith("*") ? tool.length() : Integer.MAX_VALUE / 2;
    return subject.equals(ANY) ? named : named + 1;
  }

  @Override
  public String toString() {
    return subject.equals(ANY) ? tool : tool + "(" + subject + ")";
  }
}
