package dev.drover.tools.search;

import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.CallArguments.Range;
import dev.drover.tools.search.line.LinePattern;
import dev.drover.tools.search.line.LinePattern.Letters;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// The arguments of a grep call.
///
/// @param glob which files; null for all
/// @param context number of lines to show before and after each match
record GrepQuery(LinePattern pattern, @Nullable FileGlob glob, Mode mode, int context) {
  private static final int MAX_CONTEXT = 20;

  enum Mode {
    CONTENT,
    FILES,
    COUNT
  }

  static GrepQuery of(CallArguments arguments) throws ToolRefusal {
    var glob = arguments.text("glob", "");
    return new GrepQuery(
        pattern(arguments),
        glob.isEmpty() ? null : FileGlob.of(glob),
        mode(arguments.text("mode", "content")),
        arguments.number("context", new Range(0, MAX_CONTEXT), 0));
  }

  private static LinePattern pattern(CallArguments arguments) throws ToolRefusal {
    var given = arguments.text("pattern");
    if (given.isEmpty()) {
      throw new ToolRefusal(
          "The pattern is empty. Give a text or a regular expression to look for.");
    }
    if (given.indexOf('\n') >= 0) {
      throw new ToolRefusal(
          "The pattern has a line break in it, and lines are searched one by one. "
              + "Look for one of its lines, with context to see the others.");
    }
    var letters = arguments.isSet("ignoreCase") ? Letters.ANY_CASE : Letters.AS_GIVEN;
    if (arguments.isSet("literal")) {
      return LinePattern.ofText(given, letters);
    }
    try {
      return LinePattern.of(given, letters);
    } catch (PatternSyntaxException wrong) {
      throw new ToolRefusal(
          "'%s' is not a regular expression: %s%s. "
                  .formatted(given, wrong.getDescription(), near(wrong))
              + "Put a '\\' before characters that are meant as they are, "
              + "or set literal to search for plain text.");
    }
  }

  private static String near(PatternSyntaxException wrong) {
    return wrong.getIndex() < 0 ? "" : " near character %d".formatted(wrong.getIndex() + 1);
  }

  private static Mode mode(String given) throws ToolRefusal {
    return switch (given) {
      case "content" -> Mode.CONTENT;
      case "files" -> Mode.FILES;
      case "count" -> Mode.COUNT;
      default ->
          throw new ToolRefusal("mode '%s' is none of content, files, count.".formatted(given));
    };
  }
}
