package dev.drover.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The official suite for clients, in both forms of the protocol.
@Tag("mcp-conformance")
@Tag("H1")
class ConformanceSuiteTest {
  private static final List<String> AUTHORIZATION =
      List.of(
          "auth/metadata-default",
          "auth/metadata-var1",
          "auth/metadata-var2",
          "auth/metadata-var3",
          "auth/basic-cimd",
          "auth/scope-from-www-authenticate",
          "auth/scope-from-scopes-supported",
          "auth/scope-omitted-when-undefined",
          "auth/scope-step-up",
          "auth/scope-retry-limit",
          "auth/token-endpoint-auth-basic",
          "auth/token-endpoint-auth-post",
          "auth/token-endpoint-auth-none",
          "auth/pre-registration");
  private static final List<String> ONLY_WITH_SESSIONS =
      List.of("initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry");
  private static final List<String> ONLY_STATELESS =
      List.of(
          "tools_call",
          "request-metadata",
          "auth/resource-mismatch",
          "auth/offline-access-scope",
          "auth/offline-access-not-supported",
          "auth/authorization-server-migration",
          "auth/iss-supported",
          "auth/iss-not-advertised",
          "auth/iss-supported-missing",
          "auth/iss-wrong-issuer",
          "auth/iss-unexpected",
          "auth/iss-normalized",
          "auth/metadata-issuer-mismatch",
          "sep-2322-client-request-state",
          "http-standard-headers",
          "http-custom-headers",
          "http-invalid-tool-headers",
          "json-schema-ref-no-deref");

  @TempDir Path folder;

  @BeforeAll
  static void install() throws Exception {
    NpmPackages.install();
  }

  static Stream<Arguments> scenarios() {
    return Stream.of("2025-11-25", "2026-07-28")
        .flatMap(version -> required(version).map(name -> Arguments.of(version, name)));
  }

  private static Stream<String> required(String version) {
    var more = version.equals("2025-11-25") ? ONLY_WITH_SESSIONS : ONLY_STATELESS;
    return Stream.concat(more.stream(), AUTHORIZATION.stream());
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("scenarios")
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void aScenarioPassesWithoutWarnings(String version, String scenario) throws Exception {
    var output =
        suite(
            "client",
            "--command",
            client().toString(),
            "--scenario",
            scenario,
            "--spec-version",
            version,
            "--timeout",
            "60000");
    assertThat(output).contains(" 0 failed, 0 warnings").contains("OVERALL: PASSED");
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void theListOfScenariosIsTheOneThatTheRevisionRequires(String version) throws Exception {
    var output = suite("list", "--requirements", version);
    int begin = output.indexOf("Client scenarios");
    var names =
        output
            .substring(begin, output.indexOf("Run and reported", begin))
            .lines()
            .filter(line -> line.startsWith("  - "))
            .map(line -> line.substring(4).strip());
    assertThat(names).containsExactlyInAnyOrderElementsOf(required(version).toList());
  }

  @Test
  void thereAreFiftyScenarios() {
    assertThat(scenarios()).hasSize(18 + 32);
  }

  private static String suite(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(NpmPackages.node(), NpmPackages.script("conformance/dist/index.js")));
    command.addAll(List.of(arguments));
    var suite = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var output = suite.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      suite.destroyForcibly();
    }
  }

  /// The suite wants one command without spaces in its arguments.
  private Path client() throws IOException {
    var script =
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ConformanceClient.class.getName());
    var file = folder.resolve("client.sh");
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }
}
