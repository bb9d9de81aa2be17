package dev.drover.cli.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text with names of variables, as in `Bearer ${TICKETS_TOKEN}`. `${NAME:-text}` has a default.
public final class VariableTemplate {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}$]*))?}");

  private VariableTemplate() {}

  static String of(String name) {
    return "${" + name + "}";
  }

  public static List<String> names(String text) {
    return REFERENCE.matcher(text).results().map(match -> match.group(1)).distinct().toList();
  }

  /// The text around the references, with their defaults.
  static String literal(String text) {
    return REFERENCE.matcher(text).replaceAll(match -> quoted(fallback(match).orElse("")));
  }

  /// @param values of variables; empty for one that is not set
  /// @param missing receives the names that have neither a value nor a default
  public static String fill(
      String text, Function<String, Optional<String>> values, List<String> missing) {
    var without = new ArrayList<String>();
    var filled =
        REFERENCE
            .matcher(text)
            .replaceAll(
                match -> {
                  var value = values.apply(match.group(1)).or(() -> fallback(match));
                  if (value.isEmpty()) {
                    without.add(match.group(1));
                  }
                  return quoted(value.orElse(""));
                });
    missing.addAll(without);
    return filled;
  }

  private static Optional<String> fallback(MatchResult match) {
    return Optional.ofNullable(match.group(2));
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }
}
