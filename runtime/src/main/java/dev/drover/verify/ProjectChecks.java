package dev.drover.verify;

import dev.drover.verify.SessionVerification.VerificationCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The checks of a project, derived from its build files. Only the folder itself is searched; a
/// project of several kinds has the checks of all of them.
public final class ProjectChecks {
  private ProjectChecks() {}

  /// @return empty if the kind of project is not known
  public static List<VerificationCheck> forProject(Path folder) {
    var checks = new ArrayList<VerificationCheck>();
    if (has(folder, "pom.xml")) {
      checks.add(
          VerificationCheck.required("maven", wrapped(folder, "mvnw", "mvn") + " -B verify"));
    }
    if (has(folder, "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")) {
      checks.add(
          VerificationCheck.required("gradle", wrapped(folder, "gradlew", "gradle") + " check"));
    }
    if (has(folder, "package.json")) {
      checks.add(VerificationCheck.required("npm", "npm run --if-present test"));
    }
    if (has(folder, "pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini")) {
      checks.add(VerificationCheck.required("python", "python3 -m pytest"));
    }
    if (has(folder, "go.mod")) {
      checks.add(VerificationCheck.required("go-vet", "go vet ./..."));
      checks.add(VerificationCheck.required("go-test", "go test ./..."));
    }
    if (has(folder, "Cargo.toml")) {
      checks.add(VerificationCheck.required("cargo", "cargo test"));
    }
    return List.copyOf(checks);
  }

  private static boolean has(Path folder, String... names) {
    return Stream.of(names).anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
  }

  /// The wrapper script of the project, if there is one: it determines the version.
  private static String wrapped(Path folder, String script, String program) {
    return has(folder, script) ? "sh ./" + script : program;
  }
}
