package dev.drover.tools.search;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.search.line.LinePattern;
import dev.drover.tools.search.line.LinePattern.Letters;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// What a call of grep asks for.
///
/// @param glob which files, or all
/// @param context how many lines to show before and after each
record Query(LinePattern pattern, @Nullable FileGlob glob, Mode mode, int context) {
  private static final int MAX_CONTEXT = 20;

  enum Mode {
    CONTENT,
    FILES,
    COUNT
  }

  static Query of(Arguments arguments) throws Obstacle {
    var glob = arguments.text("glob", "");
    return new Query(
        pattern(arguments),
        glob.isEmpty() ? null : FileGlob.of(glob),
        mode(arguments.text("mode", "content")),
        arguments.number("context", new Range(0, MAX_CONTEXT), 0));
  }

  private static LinePattern pattern(Arguments arguments) throws Obstacle {
    var given = arguments.text("pattern");
    if (given.isEmpty()) {
      throw new Obstacle("The pattern is empty. Give a text or a regular expression to look for.");
    }
    if (given.indexOf('\n') >= 0) {
      throw new Obstacle(
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
      throw new Obstacle(
          "'%s' is not a regular expression: %s%s. "
                  .formatted(given, wrong.getDescription(), near(wrong))
              + "Put a '\\' before characters that are meant as they are, "
              + "or set literal to search for plain text.");
    }
  }

  private static String near(PatternSyntaxException wrong) {
    return wrong.getIndex() < 0 ? "" : " near character %d".formatted(wrong.getIndex() + 1);
  }

  private static Mode mode(String given) throws Obstacle {
    return switch (given) {
      case "content" -> Mode.CONTENT;
      case "files" -> Mode.FILES;
      case "count" -> Mode.COUNT;
      default -> throw new Obstacle("mode '%s' is none of content, files, count.".formatted(given));
    };
  }
}
