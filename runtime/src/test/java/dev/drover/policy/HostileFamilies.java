package dev.drover.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/// Hostile lines by family, in tables of one format: our own in the test resources, and a larger
/// one outside of the project, which a clone does not have.
final class HostileFamilies {
  static final Path OWN = Path.of("src/test/resources/dev/drover/policy/hostile-families.tsv");
  static final Path CORPUS = Path.of("../../shared/corpora/hostile-lines.tsv");

  private static final Set<Policy.Default> STOP = Set.of(Policy.Default.DENY, Policy.Default.ASK);

  private static final Map<String, Policy> POLICIES =
      Map.of(
          "no-rm",
          Policy.parse("deny bash(rm *)\nallow bash(*)"),
          "few",
          Policy.parse(
              """
              allow bash(ls *)
              allow bash(git status*)
              allow bash(echo *)
              allow bash(npm test)
              """),
          "no-push",
          Policy.parse(
              """
              deny bash(git push *)
              deny bash(kubectl delete *)
              deny bash(npm publish *)
              allow bash(*)
              """),
          "files",
          Policy.parse(
              """
              deny read(.env)
              deny write(.git/**)
              deny write(**/.ssh/**)
              allow bash(echo *)
              allow bash(cd *)
              allow bash(pushd *)
              allow bash(read *)
              allow bash(mapfile *)
              allow bash(exec *)
              allow bash(find *)
              allow bash(cat *)
              allow write(out/**)
              """));

  private static final JsonMapper JSON = new JsonMapper();

  private HostileFamilies() {}

  /// @param expected the correct decisions; two of them where the row says `stop`
  record Row(String family, String policyName, Set<Policy.Default> expected, String line) {
    Policy policy() {
      return Objects.requireNonNull(POLICIES.get(policyName), policyName);
    }

    @Override
    public String toString() {
      return "[%s, %s] %s: %s".formatted(family, policyName, expected, RuleEscapes.of(line));
    }
  }

  /// The rows below the header. The shell line is the last column.
  static List<Row> rows(Path table) {
    try {
      return Files.readAllLines(table).stream().skip(1).map(HostileFamilies::row).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Row row(String text) {
    var columns = text.split("\t", -1);
    var expected =
        switch (columns[2]) {
          case "deny" -> Set.of(Policy.Default.DENY);
          case "ask" -> Set.of(Policy.Default.ASK);
          case "allow" -> Set.of(Policy.Default.ALLOW);
          case "stop" -> STOP;
          default -> throw new IllegalArgumentException("no decision: " + text);
        };
    var line = JSON.readValue(columns[columns.length - 1], String.class);
    return new Row(columns[0], columns[1], expected, line);
  }
}
