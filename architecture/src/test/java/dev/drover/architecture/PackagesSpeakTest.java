package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.Finding;
import dev.drover.architecture.source.Javac;
import dev.drover.architecture.source.Repository;
import dev.drover.architecture.source.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every package opens with a paragraph and promises that nothing in it is null unless it says so;
/// every module says what it is for and what it refuses to know.
class PackagesSpeakTest {
  private static final int PARAGRAPH = 40;

  @Test
  void everyPackageOpensWithAParagraph() {
    assertThat(silentPackages(Repository.sources())).isEmpty();
  }

  @Test
  void everyModuleSaysWhatItRefusesToKnow() {
    assertThat(silentModules(Repository.sources())).isEmpty();
  }

  @Test
  void silentPackagesAreFound() {
    var missing = sample("spi/src/main/java/dev/drover/spi/Port.java", "interface Port {}");
    var bare = sample("spi/src/main/java/dev/drover/spi/store/package-info.java", "");
    var unmarked =
        sample(
            "spi/src/main/java/dev/drover/spi/model/package-info.java",
            "/// A paragraph that is long enough to be called one.\n");
    assertThat(silentPackages(List.of(missing, bare, unmarked)))
        .extracting(Finding::what)
        .containsExactlyInAnyOrder(
            "has no package-info",
            "does not open with a paragraph",
            "is not @NullMarked",
            "is not @NullMarked");
  }

  @Test
  void silentModulesAreFound() {
    var module = Javac.parse("spi/src/main/java/module-info.java", "/// Ports.\nmodule spi {}");
    assertThat(silentModules(List.of(module))).hasSize(1);
  }

  /// A package of a module counts once: its tests live in it and need no second description. A
  /// program of one file has no package to speak for it.
  private static List<Finding> silentPackages(List<Source> sources) {
    var described = new HashMap<String, Boolean>();
    var findings = new ArrayList<Finding>();
    for (var source : sources) {
      var name = source.packageName();
      if (source.fileName().equals("package-info.java")) {
        described.put(key(source), true);
        if (paragraph(source).length() < PARAGRAPH) {
          findings.add(new Finding(name, "does not open with a paragraph"));
        }
        if (!source.text().contains("@NullMarked\n")) {
          findings.add(new Finding(name, "is not @NullMarked"));
        }
      } else if (source.declaresTypes() && !name.isEmpty()) {
        described.putIfAbsent(key(source), false);
      }
    }
    for (Map.Entry<String, Boolean> entry : described.entrySet()) {
      if (!entry.getValue()) {
        findings.add(new Finding(entry.getKey(), "has no package-info"));
      }
    }
    return findings;
  }

  private static String key(Source source) {
    return source.path().getName(0) + " " + source.packageName();
  }

  private static List<Finding> silentModules(List<Source> sources) {
    return sources.stream()
        .filter(source -> source.fileName().equals("module-info.java"))
        .filter(source -> !paragraph(source).matches("(?is).{40,}refuses to know.{20,}"))
        .map(
            source -> new Finding(source.path().toString(), "does not say what it refuses to know"))
        .toList();
  }

  private static String paragraph(Source source) {
    return String.join(
        " ", source.lines().stream().takeWhile(line -> line.startsWith("///")).toList());
  }

  private static Source sample(String path, String body) {
    var parent = path.replaceAll(".*/java/", "").replaceAll("/[^/]*$", "").replace('/', '.');
    var isInfo = path.endsWith("package-info.java");
    var declaration = "package " + parent + ";\n";
    return Javac.parse(path, isInfo ? body + declaration : declaration + body);
  }
}
