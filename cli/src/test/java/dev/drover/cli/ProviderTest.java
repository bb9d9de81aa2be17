package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.drover.kernel.value.Usage;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import dev.drover.testkit.wire.WireRequest;
import dev.drover.testkit.wire.WireTurn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The program with a configured provider at the other end of a real connection.
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ProviderTest {
  private static final String KEY = "correct-horse-battery-staple";
  private static final String MODEL = "anthropic/claude-sonnet-5";
  private static final String CONFIG = ".config/drover/config.yaml";

  @TempDir Path place;

  private FakeProvider provider;
  private CliFixture cli;

  @BeforeEach
  void start() {
    provider = FakeProvider.start(WireProtocol.MESSAGES);
    cli =
        new CliFixture(place)
            .variable("ANTHROPIC_API_KEY", KEY)
            .writeAtHome(CONFIG, configured("anthropic", provider));
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private static String configured(String name, FakeProvider server) {
    return "providers: {%s: {baseUrl: '%s'}}".formatted(name, server.baseUrl());
  }

  @ParameterizedTest
  @EnumSource(WireProtocol.class)
  void aReplyOfEachProtocolIsStreamed(WireProtocol protocol) {
    var name =
        switch (protocol) {
          case MESSAGES -> "anthropic";
          case RESPONSES -> "openai";
          case GEMINI -> "google";
          case CHAT -> "office";
        };
    try (var server = FakeProvider.start(protocol)) {
      server.then(ServerAction.play(WireTurn.say("Good morning.")));
      var result =
          new CliFixture(place)
              .variable("ANTHROPIC_API_KEY", KEY)
              .variable("OPENAI_API_KEY", KEY)
              .variable("GOOGLE_API_KEY", KEY)
              .writeAtHome(CONFIG, configured(name, server))
              .call("run", "--model", name + "/some-model", "--json", "Hello");
      assertThat(result.err()).isEmpty();
      assertThat(result.exit()).isZero();
      assertThat(result.types()).contains("text_delta", "model_replied").endsWith("run_finished");
      assertThat(result.out()).contains("\"text\":\"Good morning.\"");
      assertThat(server.requests()).singleElement().matches(one -> one.body().contains("Hello"));
      var sent = server.requests().getFirst();
      assertThat(sent.headers().containsValue(KEY) || sent.headers().containsValue("Bearer " + KEY))
          .isEqualTo(protocol != WireProtocol.CHAT);
    }
  }

  @Test
  void aCallWaitsForApprovalAndResumeContinuesWithTheSameModel() {
    provider.then(
        ServerAction.play(
            WireTurn.call("call_1", "write", "{\"path\":\"note.txt\",\"content\":\"hello\"}")));
    var parked = cli.call("run", "--model", MODEL, "--session", "a", "write");
    assertThat(parked.exit()).isEqualTo(3);
    assertThat(parked.out()).contains("drover resume a --model " + MODEL);
    assertThat(cli.call("approve", "a.e2").out())
        .contains("drover resume a --model " + MODEL + "\n");
    provider.then(ServerAction.play(WireTurn.say("Done.")));
    assertThat(cli.call("resume", "a", "--model", "anthropic/claude-opus-5").err())
        .startsWith("model_differs: session a was begun with " + MODEL);
    var resumed = cli.call("resume", "a", "--model", MODEL);
    assertThat(resumed.exit()).isZero();
    assertThat(resumed.out()).contains("Done.");
    assertThat(cli.folder().resolve("note.txt")).hasContent("hello");
    assertThat(provider.requests()).hasSize(2);
  }

  @Test
  @Tag("C2")
  void aThrottledCallIsRetried() {
    provider.then(
        new ServerAction.Refuse(429, "rate_limit_error", "slow down", Map.of("retry-after", "1")),
        ServerAction.play(WireTurn.say("Done.")));
    var result = cli.time(new SkippingTime()).call("run", "--model", MODEL, "go");
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("Done.");
    assertThat(provider.requests()).hasSize(2);
  }

  @Test
  @Tag("E9")
  void anErrorAboutARefusedKeyDoesNotRepeatTheKey() throws IOException {
    provider.then(ServerAction.refuse(401, "authentication_error", "invalid x-api-key: " + KEY));
    var result = cli.call("run", "--model", MODEL, "--session", "a", "--verbose", "go");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("model_unauthorized: ");
    assertThat(result.out() + result.err()).doesNotContain(KEY);
    assertThat(cli.call("export", "a").out()).contains("model_unauthorized").doesNotContain(KEY);
    assertNowhereOnDisk();
  }

  @Test
  @Tag("E9")
  void aKeyPrintedByAToolReachesNeitherJournalNorScreenNorModel() throws IOException {
    cli.variable("ANTHROPIC_API_KEY", "")
        .variable("PATH", "/usr/bin:/bin")
        .writeAtHome(CONFIG, withKeyCommand("[printf, '%s%s', correct-horse-, battery-staple]"));
    provider.then(
        ServerAction.play(
            WireTurn.call(
                "call_1",
                "bash",
                "{\"command\":\"printf 'it is %s%s.' correct-horse- battery-staple\"}")),
        ServerAction.play(WireTurn.say("Done.")));
    var result =
        cli.call("run", "--model", MODEL, "--approve", "auto", "--session", "a", "--json", "go");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("it is [redacted").doesNotContain(KEY);
    assertThat(provider.requests()).extracting(WireRequest::body).noneMatch(b -> b.contains(KEY));
    assertThat(provider.requests())
        .allMatch(request -> KEY.equals(request.headers().get("x-api-key")));
    assertThat(cli.call("export", "a").out()).contains("it is [redacted").doesNotContain(KEY);
    assertNowhereOnDisk();
  }

  @Test
  void aFailedKeyCommandIsReportedWithoutItsOutput() {
    cli.writeAtHome(CONFIG, withKeyCommand("[sh, -c, 'echo half-a-key; exit 3']"));
    var result = cli.call("run", "--model", MODEL, "go");
    assertThat(result)
        .isEqualTo(
            new CliFixture.Result(
                1,
                "",
                "key_command_failed: the keyCommand of anthropic (sh) ended with 3. Run it by hand:"
                    + " it must print the key and nothing else.\n"));
    assertThat(provider.requests()).isEmpty();
    assertThat(cli.folder()).isEmptyDirectory();
  }

  private String withKeyCommand(String words) {
    return "providers: {anthropic: {baseUrl: '%s', keyCommand: %s}}"
        .formatted(provider.baseUrl(), words);
  }

  @Test
  void aConversationReportsItsCost() {
    provider.then(
        ServerAction.play(WireTurn.say("Hello.").using(new Usage(1_000_000, 100_000, 0, 0, 0))));
    var chat = cli.piping("hi\n/cost\n").call("chat", "--model", MODEL);
    assertThat(chat.exit()).isZero();
    // 2.00 per million input tokens, 10.00 per million output tokens.
    assertThat(chat.out()).contains("Hello.").containsPattern("money +3\\.00");
  }

  @Test
  void configuredPricesOverrideTheCatalogue() {
    provider.then(
        ServerAction.play(WireTurn.say("Hello.").using(new Usage(1_000_000, 100_000, 0, 0, 0))));
    cli.write(
        "drover.yaml",
        """
        models: {anthropic/claude-sonnet-5: {price: 7 70}, anthropic/new: {window: 1000, output: 10}}
        prices: anthropic/claude-sonnet-5 1 20
        """);
    cli.trusted();
    var chat = cli.piping("hi\n/cost\n").call("chat", "--model", MODEL);
    assertThat(chat.out()).containsPattern("money +3\\.00");
    assertThat(cli.call("models", "anthropic").out())
        .containsPattern("anthropic/claude-sonnet-5 +1,000,000 +128,000 +1\\.00 +20\\.00 ")
        .containsPattern("anthropic/new +1,000 +10 +- +- +-");
  }

  @Test
  void attachedFilesAreSentWithThePrompt() throws IOException {
    provider.then(ServerAction.play(WireTurn.say("I see.")));
    Files.write(cli.folder().resolve("dot.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
    cli.write("calc.sh", "echo $((1 + 2))");
    var result =
        cli.call("run", "--model", MODEL, "--attach", "dot.png", "--attach", "calc.sh", "Look");
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    var body = provider.requests().getFirst().body();
    assertThat(body).contains("\"image/png\"").contains("iVBORw==");
    assertThat(body).contains("echo $((1 + 2))");
  }

  @Test
  void aFileThatCannotBeAttachedIsWrongUsageAndNothingIsSent() throws IOException {
    Files.write(cli.folder().resolve("large.txt"), new byte[(10 << 20) + 1]);
    Files.write(cli.folder().resolve("odd.bin"), new byte[] {0, 1, (byte) 0xff});
    Files.write(cli.folder().resolve("fine.txt"), new byte[10 << 10]);
    for (var name : new String[] {"large.txt", "odd.bin", "none.txt", "."}) {
      var result =
          cli.call("run", "--model", MODEL, "--attach", "fine.txt", "--attach", name, "Look");
      assertThat(result.exit()).as(name).isEqualTo(2);
      assertThat(result.err()).startsWith("attachment_").contains("Nothing was sent.");
    }
    assertThat(provider.requests()).isEmpty();
    assertThat(cli.folder().resolve(".drover")).doesNotExist();
  }

  @Test
  void theDoctorChecksReachabilityWithoutSendingAKey() {
    provider.then(ServerAction.refuse(401, "authentication_error", "no key"));
    var result = cli.call("doctor", "--json");
    assertThat(result.exit()).isZero();
    assertThat(result.json())
        .filteredOn(line -> line.get("check").asString().equals("anthropic"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.get("health").asString()).isEqualTo("ok");
              assertThat(line.get("detail").asString())
                  .startsWith("answers, and wants a key (GET " + provider.baseUrl() + "/v1/models");
            });
    assertThat(result.out()).contains("ANTHROPIC_API_KEY (there, not shown)").doesNotContain(KEY);
    var request = provider.requests().getFirst();
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.headers().toString() + request.target()).doesNotContain(KEY);
  }

  @Test
  void anUnreachableProviderDoesNotMakeTheDoctorFail() {
    provider.close();
    var result = cli.call("doctor", "--json");
    assertThat(result.exit()).isZero();
    assertThat(result.json())
        .filteredOn(line -> line.get("check").asString().equals("anthropic"))
        .extracting(line -> line.get("health").asString() + line.get("detail").asString())
        .singleElement(STRING)
        .startsWith("noteno connection (GET ");
  }

  @Test
  @Tag("C2")
  void theDoctorChecksKeysAndReachabilityOfFallbacks() {
    try (var spare = FakeProvider.start(WireProtocol.CHAT)) {
      spare.then(ServerAction.refuse(401, "no_key", "no key"));
      cli.writeAtHome(
              CONFIG,
              """
              providers: {groq: {baseUrl: '%s'}, openai: {baseUrl: '%s'}}
              model: ollama/qwen3:8b
              fallback: [groq/some, openai/gpt-5, opnai/x]
              """
                  .formatted(spare.baseUrl(), provider.baseUrl()))
          .variable("ANTHROPIC_API_KEY", "")
          .variable("GROQ_API_KEY", KEY);
      var result = cli.call("doctor", "--json");
      assertThat(result.exit()).isZero();
      assertThat(result.json())
          .filteredOn(line -> line.get("check").asString().equals("fallback"))
          .extracting(line -> line.get("health").asString(), line -> line.get("detail").asString())
          .containsExactly(
              tuple("ok", "groq/some"),
              tuple("note", "openai/gpt-5: a run needs its key, and OPENAI_API_KEY is not set"),
              tuple(
                  "note",
                  "provider_unknown: there is no provider 'opnai'. Did you mean 'openai'? 'drover"
                      + " models' lists them, and 'providers' in ~/.config/drover/config.yaml adds"
                      + " one."));
      assertThat(result.json())
          .extracting(line -> line.get("check").asString())
          .contains("groq", "openai")
          .doesNotContain("anthropic", "google");
      assertThat(spare.requests().getFirst().headers().toString()).doesNotContain(KEY);
    }
  }

  private void assertNowhereOnDisk() throws IOException {
    try (var files = Files.walk(place)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(content).as(file.toString()).doesNotContain(KEY);
      }
    }
  }
}
