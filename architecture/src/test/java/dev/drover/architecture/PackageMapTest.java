package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.drover.architecture.source.RepositoryFiles;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The packages of the runtime and their arrows are on the page as they are in the class files.
class PackageMapTest {
  private static final String INTERNAL = "dev.drover.internal.";
  private static final String BEGIN = "<!-- generated: the rooms and their arrows -->\n```\n";
  private static final String END = "```\n<!-- end of generated text -->";

  @Test
  void thePageShowsThePackagesAndTheirArrows() {
    var page = RepositoryFiles.read(RepositoryFiles.root().resolve("docs/ARCHITECTURE.md"));
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    assertThat(begin).as("the page has a place for them").isPositive();
    assertThat(page.substring(begin + BEGIN.length(), end)).isEqualTo(generated());
  }

  /// One line for each room: its name, and the rooms that its classes use.
  private static String generated() {
    var arrows = new TreeMap<String, Set<String>>();
    for (var each : ModuleTable.mainClasses()) {
      var from = each.getPackageName();
      if (from.startsWith(INTERNAL)) {
        var targets = arrows.computeIfAbsent(room(from), _ -> new TreeSet<>());
        each.getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .map(JavaClass::getPackageName)
            .filter(to -> to.startsWith(INTERNAL) && !to.equals(from))
            .forEach(to -> targets.add(room(to)));
      }
    }
    return arrows.entrySet().stream()
        .map(PackageMapTest::line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Map.Entry<String, Set<String>> room) {
    return room.getValue().isEmpty()
        ? room.getKey()
        : "%-11s → %s".formatted(room.getKey(), String.join(" ", room.getValue()));
  }

  private static String room(String packageName) {
    return packageName.substring(INTERNAL.length());
  }
}
