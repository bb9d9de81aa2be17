package dev.drover.mcp.server.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.jsonrpc.RpcJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The official conformance suite against the server, in both eras: no check fails, none warns. Run
/// by the profile `mcp-conformance`, which needs npm.
@Tag("mcp-conformance")
@Tag("H2")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ServerConformanceTest {
  private static final Pattern LISTED = Pattern.compile("^ {2}- ([a-z0-9-]+)$", Pattern.MULTILINE);

  /// Of both eras.
  private static final Set<String> COMMON =
      Set.of(
          "completion-complete",
          "tools-list",
          "tools-call-simple-text",
          "tools-call-image",
          "tools-call-audio",
          "tools-call-embedded-resource",
          "tools-call-mixed-content",
          "tools-call-error",
          "tools-call-with-progress",
          "server-sse-multiple-streams",
          "resources-list",
          "resources-read-text",
          "resources-read-binary",
          "resources-templates-read",
          "prompts-list",
          "prompts-get-simple",
          "prompts-get-with-args",
          "prompts-get-embedded-resource",
          "prompts-get-with-image",
          "dns-rebinding-protection");

  private static final Set<String> LEGACY =
      Set.of(
          "server-initialize",
          "ping",
          "tools-call-elicitation",
          "elicitation-sep1034-defaults",
          "elicitation-sep1330-enums");

  /// Deprecated, or replaced in the modern era: logging, sampling, and subscriptions to resources.
  private static final Set<String> NOT_BUILT =
      Set.of(
          "logging-set-level",
          "tools-call-with-logging",
          "tools-call-sampling",
          "resources-subscribe",
          "resources-unsubscribe");

  private static final Set<String> MODERN =
      Set.of(
          "server-stateless",
          "sep-2164-resource-not-found",
          "caching",
          "input-required-result-basic-elicitation",
          "input-required-result-basic-sampling",
          "input-required-result-basic-list-roots",
          "input-required-result-request-state",
          "input-required-result-multiple-input-requests",
          "input-required-result-multi-round",
          "input-required-result-missing-input-response",
          "input-required-result-non-tool-request",
          "input-required-result-result-type",
          "input-required-result-unsupported-methods",
          "input-required-result-tampered-state",
          "input-required-result-capability-check",
          "input-required-result-ignore-extra-params",
          "input-required-result-validate-input");

  @Test
  void theLegacyEraConforms() throws Exception {
    conforms("2025-11-25", LEGACY, NOT_BUILT, Set.of("server-session-lifecycle"));
  }

  @Test
  void theModernEraConforms() throws Exception {
    conforms("2026-07-28", MODERN, Set.of(), Set.of("http-header-validation"));
  }

  /// @param own scenarios of this era only
  /// @param notBuilt required ones that are left out
  /// @param more ones that are not required
  private static void conforms(
      String version, Set<String> own, Set<String> notBuilt, Set<String> more) throws Exception {
    var programs = new PeerPrograms();
    var wanted = new TreeSet<>(COMMON);
    wanted.addAll(own);
    var required = new TreeSet<>(wanted);
    required.addAll(notBuilt);
    assertThat(listed(programs.suite("list", "--requirements", version))).isEqualTo(required);
    wanted.addAll(more);
    var results = Files.createTempDirectory(programs.folder(), "results-" + version);
    try (var listener = ConformanceServer.start(0)) {
      var url = "http://localhost:%d/mcp".formatted(listener.port());
      var output =
          programs.suite(
              "server", "--url", url, "--requirements", version, "-o", results.toString());
      for (var scenario : wanted) {
        assertPassed(results, scenario, output);
      }
    }
  }

  /// The server scenarios come before those of clients, which have a heading of their own.
  private static Set<String> listed(String output) {
    var found = new TreeSet<String>();
    var servers = output.substring(0, output.indexOf("Client scenarios"));
    LISTED.matcher(servers).results().forEach(match -> found.add(match.group(1)));
    return found;
  }

  private static void assertPassed(Path results, String scenario, String output)
      throws IOException {
    var checks = new ArrayList<String>();
    try (var folders = Files.list(results)) {
      var folder =
          folders
              .filter(
                  each ->
                      each.getFileName()
                          .toString()
                          .matches("server-%s-\\d{4}-.*".formatted(scenario)))
              .findFirst();
      assertThat(folder).as("%s did not run: %s", scenario, output).isPresent();
      var json = RpcJson.parse(Files.readString(folder.orElseThrow().resolve("checks.json")));
      for (var check : json) {
        checks.add(check.path("status").asString());
        assertThat(check.path("status").asString())
            .as("%s: %s", scenario, check)
            .isIn(List.of("SUCCESS", "SKIPPED", "INFO"));
      }
    }
    assertThat(checks).as(scenario).contains("SUCCESS");
  }
}
