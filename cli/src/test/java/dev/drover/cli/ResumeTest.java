package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import dev.drover.testkit.wire.WireTurn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Resuming without repeating the options a session was begun with.
@Tag("J7")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ResumeTest {
  private static final String KEY = "correct-horse-battery-staple";
  private static final String SONNET = "anthropic/claude-sonnet-5";

  @TempDir Path place;
  private FakeProvider provider;
  private CliFixture cli;

  @BeforeEach
  void start() {
    provider = FakeProvider.start(WireProtocol.MESSAGES);
    cli =
        new CliFixture(place)
            .variable("ANTHROPIC_API_KEY", KEY)
            .write("w.yaml", CliScripts.WRITE)
            .writeAtHome(
                ".config/drover/config.yaml",
                "providers: {anthropic: {baseUrl: '%s'}}".formatted(provider.baseUrl()));
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private void park(String session, String model) {
    provider.then(
        ServerAction.play(
            WireTurn.call(
                "call_1",
                "write",
                "{\"path\":\"%s.txt\",\"content\":\"hello\"}".formatted(session))));
    var parked = cli.call("run", "--model", model, "--session", session, "write");
    assertThat(parked.exit()).as(parked.err()).isEqualTo(3);
  }

  private void parkScript(String session) {
    assertThat(cli.call("run", "--script", "w.yaml", "--session", session, "write").exit())
        .isEqualTo(3);
  }

  @Test
  void aSessionContinuesWithItsOriginalModel() {
    park("a", SONNET);
    assertThat(cli.call("approve", "a.e2").exit()).isZero();
    provider.then(ServerAction.play(WireTurn.say("Done.")));
    var resumed = cli.call("resume", "a");
    assertThat(resumed.exit()).as(resumed.err()).isZero();
    assertThat(resumed.out()).contains("Done.");
    assertThat(cli.folder().resolve("a.txt")).hasContent("hello");
  }

  @Test
  void aConfiguredModelDoesNotReplaceTheSessionsOriginalModel() {
    park("a", SONNET);
    cli.call("approve", "a.e2");
    cli.writeAtHome(
        ".config/drover/config.yaml",
        """
        model: ollama/qwen3:8b
        providers: {anthropic: {baseUrl: '%s'}}
        """
            .formatted(provider.baseUrl()));
    provider.then(ServerAction.play(WireTurn.say("Done.")));
    assertThat(cli.call("resume").out()).contains("Done.");
  }

  @Test
  void allSessionsContinueEachWithItsOriginalModel() throws SQLException {
    park("a", SONNET);
    parkScript("b");
    park("c", "anthropic/claude-opus-5");
    for (var question : new String[] {"a.e2", "c.e2"}) {
      assertThat(cli.call("approve", question).exit()).isZero();
    }
    parkScript("d");
    damage("d");
    provider.then(
        ServerAction.play(WireTurn.say("Done a.")), ServerAction.play(WireTurn.say("Done c.")));
    var resumed = cli.call("resume");
    assertThat(resumed.out()).contains("Done a.", "Done c.");
    assertThat(resumed.err())
        .contains(
            "model_needed: session b was begun with script/w, and no model was given.",
            "drover resume b --script FILE",
            "journal_unreadable: session d ");
    assertThat(resumed.out())
        .endsWith("Resumed 4 sessions: 2 completed (a, c), 2 failed (b, d).\n");
    assertThat(resumed.exit()).isEqualTo(2);
  }

  @Test
  void aWaitingSessionDoesNotBlockTheOthers() {
    parkScript("a");
    parkScript("b");
    assertThat(cli.call("approve", "b.e2").exit()).isZero();
    var resumed = cli.call("resume", "--script", "w.yaml");
    assertThat(resumed.exit()).isEqualTo(3);
    assertThat(resumed.out())
        .contains("drover approve a.e2")
        .endsWith("Resumed 2 sessions: 1 completed (b), 1 waiting (a).\n");
  }

  private void damage(String session) throws SQLException {
    try (var connection =
            DriverManager.getConnection(
                "jdbc:sqlite:" + cli.folder().resolve(".drover/drover.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE events SET body = x'00' WHERE seq = 3 AND session = (SELECT ordinal FROM sessions WHERE id = '%s')"
              .formatted(session));
    }
  }

  @Test
  @Tag("C2")
  void aServerThatIsNotRunningIsReportedWithItsAddressFromTheFirstAttempt() throws IOException {
    int port = freePort();
    cli.writeAtHome(
        ".config/drover/config.yaml",
        "providers: {ollama: {baseUrl: 'http://127.0.0.1:%d/v1'}}".formatted(port));
    var failed = cli.time(new SkippingTime()).call("run", "--model", "ollama/qwen3:8b", "go");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.out())
        .contains(
            "http://127.0.0.1:%d/v1/chat/completions: connection refused (attempt 1;"
                .formatted(port));
    assertThat(failed.err())
        .startsWith("model_unavailable: ")
        .contains("Start the server at http://127.0.0.1:%d/v1".formatted(port));
    var listed = cli.call("models", "ollama", "--json").json().getLast();
    assertThat(listed.get("usable").asBoolean()).isFalse();
    assertThat(cli.call("models", "ollama").out())
        .contains("! ollama", "cannot be used: no connection");
  }

  @Test
  void aRunningServerIsUsable() {
    try (var server = FakeProvider.start(WireProtocol.CHAT)) {
      cli.writeAtHome(
          ".config/drover/config.yaml",
          "providers: {ollama: {baseUrl: '%s'}}".formatted(server.baseUrl()));
      assertThat(cli.call("models", "ollama", "--json").json().getLast().get("usable").asBoolean())
          .isTrue();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aRefusedKeyIsReportedWithItsVariableAndTheProvidersMessage() {
    provider.then(ServerAction.refuse(401, "authentication_error", "invalid x-api-key: " + KEY));
    var result = cli.call("run", "--model", SONNET, "go");
    assertThat(result.err())
        .startsWith("model_unauthorized: ")
        .contains("invalid x-api-key: [key]", "Check ANTHROPIC_API_KEY")
        .doesNotContain(KEY);
  }
}
