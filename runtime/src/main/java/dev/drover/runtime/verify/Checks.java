package dev.drover.runtime.verify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What can be checked in a project, found by its build files. They are only looked for in the
/// folder itself; a project of several kinds has the checks of all of them.
public final class Checks {
  private Checks() {}

  /// @return empty if it is no kind of project that is known
  public static List<Check> forProject(Path folder) {
    var checks = new ArrayList<Check>();
    if (has(folder, "pom.xml")) {
      checks.add(Check.required("maven", wrapped(folder, "mvnw", "mvn") + " -B verify"));
    }
    if (has(folder, "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")) {
      checks.add(Check.required("gradle", wrapped(folder, "gradlew", "gradle") + " check"));
    }
    if (has(folder, "package.json")) {
      checks.add(Check.required("npm", "npm run --if-present test"));
    }
    if (has(folder, "pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini")) {
      checks.add(Check.required("python", "python3 -m pytest"));
    }
    if (has(folder, "go.mod")) {
      checks.add(Check.required("go-vet", "go vet ./..."));
      checks.add(Check.required("go-test", "go test ./..."));
    }
    if (has(folder, "Cargo.toml")) {
      checks.add(Check.required("cargo", "cargo test"));
    }
    return List.copyOf(checks);
  }

  private static boolean has(Path folder, String... names) {
    return Stream.of(names).anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
  }

  /// The script that comes with the project, if one does: it brings the version along.
  private static String wrapped(Path folder, String script, String program) {
    return has(folder, script) ? "sh ./" + script : program;
  }
}
