package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleFinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every package has a description and is null-marked; every module states its purpose and what it
/// refuses to know.
class PackagesSpeakTest {
  private static final int PARAGRAPH = 40;
  private static final String GOOD =
      "/// A paragraph that is long enough to be called one.\n@NullMarked\n";

  @Test
  void everyPackageHasADescription() {
    assertThat(silentPackages(RepositoryFiles.sources())).isEmpty();
  }

  @Test
  void everyModuleStatesWhatItRefusesToKnow() {
    assertThat(silentModules(RepositoryFiles.sources())).isEmpty();
  }

  @Test
  void undescribedPackagesAreFound() {
    var missing = sample("spi/src/main/java/dev/drover/spi/Port.java", "interface Port {}");
    var bare = sample("spi/src/main/java/dev/drover/spi/store/package-info.java", "");
    var unmarked =
        sample(
            "spi/src/main/java/dev/drover/spi/model/package-info.java",
            "/// A paragraph that is long enough to be called one.\n");
    assertThat(silentPackages(List.of(missing, bare, unmarked)))
        .extracting(RuleFinding::what)
        .containsExactlyInAnyOrder(
            "has no package-info",
            "does not open with a paragraph",
            "is not @NullMarked",
            "is not @NullMarked");
  }

  @Test
  void testsInAPackageThatNoModuleHasAreFound() {
    var room = sample("runtime/src/main/java/dev/drover/internal/run/package-info.java", GOOD);
    var beside =
        sample("runtime-tests/src/test/java/dev/drover/internal/run/RunTest.java", "class A {}");
    var astray =
        sample("runtime-tests/src/test/java/dev/drover/internal/runs/RunTest.java", "class B {}");
    assertThat(silentPackages(List.of(room, beside, astray)))
        .containsExactly(new RuleFinding("dev.drover.internal.runs", "has no package-info"));
  }

  @Test
  void undescribedModulesAreFound() {
    var module =
        JavacReader.parse("spi/src/main/java/module-info.java", "/// Ports.\nmodule spi {}");
    assertThat(silentModules(List.of(module))).hasSize(1);
  }

  /// A package counts once: its tests need no second description, in their module or in
  /// `runtime-tests`. A single-file program has no package to describe.
  private static List<RuleFinding> silentPackages(List<ParsedSource> sources) {
    var described = new HashMap<String, Boolean>();
    var findings = new ArrayList<RuleFinding>();
    for (var source : sources) {
      var name = source.packageName();
      if (source.fileName().equals("package-info.java")) {
        described.put(name, true);
        if (paragraph(source).length() < PARAGRAPH) {
          findings.add(new RuleFinding(name, "does not open with a paragraph"));
        }
        if (!source.text().contains("@NullMarked\n")) {
          findings.add(new RuleFinding(name, "is not @NullMarked"));
        }
      } else if (source.declaresTypes() && !name.isEmpty()) {
        described.putIfAbsent(name, false);
      }
    }
    for (Map.Entry<String, Boolean> entry : described.entrySet()) {
      if (!entry.getValue()) {
        findings.add(new RuleFinding(entry.getKey(), "has no package-info"));
      }
    }
    return findings;
  }

  private static List<RuleFinding> silentModules(List<ParsedSource> sources) {
    return sources.stream()
        .filter(source -> source.fileName().equals("module-info.java"))
        .filter(
            source ->
                !paragraph(source)
                    .matches(
                        "(?is).{40,}(refuses to know|does not|depends (on no|only on)|knows"
                            + " (nothing|no|neither)|independent of).{20,}"))
        .map(
            source ->
                new RuleFinding(source.path().toString(), "does not say what it refuses to know"))
        .toList();
  }

  private static String paragraph(ParsedSource source) {
    return String.join(
        " ", source.lines().stream().takeWhile(line -> line.startsWith("///")).toList());
  }

  private static ParsedSource sample(String path, String body) {
    var parent = path.replaceAll(".*/java/", "").replaceAll("/[^/]*$", "").replace('/', '.');
    var isInfo = path.endsWith("package-info.java");
    var declaration = "package " + parent + ";\n";
    return JavacReader.parse(path, isInfo ? body + declaration : declaration + body);
  }
}
