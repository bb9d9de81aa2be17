package dev.drover.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("H6")
class ChecksTest {
  @TempDir private Path folder;

  private List<String> commands(String... files) throws IOException {
    for (var file : files) {
      Files.createFile(folder.resolve(file));
    }
    return ProjectChecks.forProject(folder).stream()
        .map(check -> check.id() + ": " + check.subject())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, maven: mvn -B verify",
    "build.gradle, gradle: gradle check",
    "build.gradle.kts, gradle: gradle check",
    "settings.gradle.kts, gradle: gradle check",
    "package.json, npm: npm run --if-present test",
    "pyproject.toml, python: python3 -m pytest",
    "setup.py, python: python3 -m pytest",
    "Cargo.toml, cargo: cargo test",
  })
  void aBuildFileDeterminesTheChecks(String file, String command) throws IOException {
    assertThat(commands(file)).containsExactly(command);
  }

  @Test
  void aGoProjectHasTwoChecks() throws IOException {
    assertThat(commands("go.mod"))
        .containsExactly("go-vet: go vet ./...", "go-test: go test ./...");
  }

  @Test
  void theWrapperScriptOfTheProjectIsPreferred() throws IOException {
    assertThat(commands("pom.xml", "mvnw", "build.gradle", "gradlew"))
        .containsExactly("maven: sh ./mvnw -B verify", "gradle: sh ./gradlew check");
  }

  @Test
  void aWrapperScriptOrAFolderAloneIsNotAProject() throws IOException {
    Files.createDirectory(folder.resolve("pom.xml"));
    assertThat(commands("mvnw", "gradlew", "README.md")).isEmpty();
  }
}
