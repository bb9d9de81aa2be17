package dev.drover.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.codec.json.TestSeed;
import dev.drover.kernel.value.Problem;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnreadableEventTest {
  private static final String UPGRADE =
      "Upgrade Drover to the version that wrote it, or a later one.";
  private static final String RESTORE =
      "Restore the store from a copy: it was damaged, or changed by something else than Drover.";
  private static final String STARTED =
      "{\"session\":\"s-1\",\"seq\":8,\"at\":\"2026-01-01T00:00:00Z\",\"run\":\"r-1\","
          + "\"type\":\"tool_started\",\"v\":1,\"effect\":\"e3\",\"attempt\":1}";

  private final EventCodec codec = new EventCodec();

  @Test
  void anUnknownTypeIsRefusedAndNeverSkipped() {
    assertThat(problem(STARTED.replace("tool_started", "moon_landed")))
        .isEqualTo(
            new Problem(
                "journal_unreadable",
                "Written by a later version",
                "event 8 of session s-1 (moon_landed): "
                    + "type 'moon_landed' (version 1) is not known here",
                UPGRADE));
  }

  @Test
  void anUnknownVersionIsRefused() {
    assertThat(problem(STARTED.replace("\"v\":1", "\"v\":2")))
        .isEqualTo(
            new Problem(
                "journal_unreadable",
                "Written by a later version",
                "event 8 of session s-1 (tool_started): "
                    + "tool_started has version 2, the highest that can be read is 1",
                UPGRADE));
  }

  @Test
  void aMissingFieldIsNamed() {
    assertThat(problem(STARTED.replace(",\"attempt\":1", "")))
        .isEqualTo(
            new Problem(
                "journal_unreadable",
                "Damaged",
                "event 8 of session s-1 (tool_started, version 1): field attempt: missing",
                RESTORE));
  }

  @Test
  void theMessageOfTheExceptionIsThatOfTheProblem() {
    var refused = refused(STARTED.replace(",\"attempt\":1", "").getBytes(UTF_8));

    assertThat(refused).hasMessage(refused.problem().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"seq\":8        | \"seq\":\"8\"   | field seq: a whole number is expected",
        "\"seq\":8        | \"seq\":8.0     | field seq: a whole number is expected",
        "\"seq\":8        | \"seq\":0       | field seq: events are numbered from 1",
        "\"seq\":8,       | ``              | field seq: missing",
        "2026-01          | 2026-13         | field at: a point in time such as",
        "\"run\":\"r-1\", | ``              | field run: missing",
        "r-1              | r 1             | run id 'r 1' must be",
        "\"v\":1          | \"v\":0         | field v: versions are numbered from 1",
        "\"v\":1,         | ``              | field v: missing",
        "\"type\"         | \"kind\"        | field type: missing",
        "\"tool_started\" | null            | field type: a string is expected",
        "\"e3\"           | \"e03\"         | field effect: something like e12 is expected",
        "\"e3\"           | 3               | field effect: a string is expected",
        "\"attempt\":1    | \"attempt\":3000000000 | field attempt: out of range: 3000000000",
        "\"attempt\":1    | \"attempt\":[1] | field attempt: a whole number is expected",
      })
  void anInvalidFieldIsNamed(String right, String wrong, String expected) {
    assertThat(problem(STARTED.replace(right, wrong)).detail()).contains(expected);
  }

  @Test
  void anInvalidNestedFieldIsNamedWithItsPath() {
    var files = new GoldenFiles("v1");
    var planned = new String(files.read("tools_planned"), UTF_8);
    assertThat(problem(planned.replace("\"is\":\"deny\"", "\"is\":\"perhaps\"")).detail())
        .isEqualTo(
            "event 5 of session s-1 (tools_planned, version 1): "
                + "field calls.verdict.is: 'perhaps' is not known here");
    assertThat(
            problem(
                    planned.replace(
                        "\"unsafe\",\"after_crash\":\"tell_model\"",
                        "\"unsafe\",\"after_crash\":\"run_again\""))
                .detail())
        .endsWith("field calls.terms.pace: an unsafe call is never run again silently");
    var finished = new String(files.read("run_finished-failed"), UTF_8);
    assertThat(problem(finished.replace("\"input\":9", "\"input\":-9")).detail())
        .contains("field usage", "token counts are never negative");
    assertThat(problem(finished.replace("out_of_turns", "Out of turns")).detail())
        .contains("field problem", "a problem code is snake_case");
    var throttled = new String(files.read("model_failed-throttled"), UTF_8);
    assertThat(problem(throttled.replace("\"account\"", "\"planet\"")).detail())
        .endsWith("field retry.holds: 'planet' is not known here");
  }

  @Test
  void unknownFieldsAreSkipped() {
    var more =
        STARTED
            .replace("\"seq\"", "\"host\":{\"name\":\"h\",\"tags\":[1,{\"a\":null}]},\"seq\"")
            .replace("\"attempt\":1", "\"attempt\":1,\"speed\":1.5e3,\"seen\":[true,false]");

    assertThat(codec.decode(more.getBytes(UTF_8))).isEqualTo(codec.decode(STARTED.getBytes(UTF_8)));
  }

  @Test
  void theOrderOfTheFieldsDoesNotMatterToAReader() {
    var turned =
        "{\"attempt\":1,\"effect\":\"e3\",\"v\":1,\"type\":\"tool_started\",\"run\":\"r-1\","
            + "\"at\":\"2026-01-01T00:00:00Z\",\"seq\":8,\"session\":\"s-1\"}";

    assertThat(codec.decode(turned.getBytes(UTF_8)))
        .isEqualTo(codec.decode(STARTED.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "[]", "7", "\"x\"", "{}", "{", "}", "tool_started"})
  void anythingButAnEventIsRefused(String line) {
    assertThat(problem(line).code()).isEqualTo("journal_unreadable");
  }

  static Iterable<String> golden() {
    return new GoldenFiles("v1").names();
  }

  @ParameterizedTest
  @MethodSource("golden")
  void aTruncatedEventIsRefused(String name) {
    var line = new GoldenFiles("v1").read(name);
    for (int length = 0; length < line.length; length++) {
      assertThat(refused(Arrays.copyOf(line, length)).problem().code())
          .isEqualTo("journal_unreadable");
    }
  }

  @ParameterizedTest
  @MethodSource("golden")
  void anEventFollowedByOtherBytesIsRefused(String name) {
    var line = new String(new GoldenFiles("v1").read(name), UTF_8);

    assertThat(problem(line + "{}").detail())
        .contains("the object has ended and something follows");
    assertThat(codec.decode((line + "\r\n").getBytes(UTF_8)))
        .isEqualTo(codec.decode(line.getBytes(UTF_8)));
  }

  @Test
  void anEventWithAnyChangedByteIsReadOrRefused() {
    var seed = new TestSeed();
    var random = seed.random();
    var files = new GoldenFiles("v1");
    for (var name : files.names()) {
      for (int i = 0; i < 500; i++) {
        var line = files.read(name);
        line[random.nextInt(line.length)] = (byte) random.nextInt(256);
        try {
          assertThat(codec.decode(line)).isNotNull();
        } catch (UnreadableEvent e) {
          assertThat(e.problem().code()).as("%s", seed).isEqualTo("journal_unreadable");
        }
      }
    }
  }

  @Test
  void aMegabyteOfGarbageIsRefusedWithAShortMessage() {
    var seed = new TestSeed();
    var garbage = new byte[1 << 20];
    seed.random().nextBytes(garbage);
    assertThat(refused(garbage).problem().detail()).hasSizeLessThan(500);

    var long1 = "x".repeat(1 << 20);
    assertThat(problem(STARTED.replace("tool_started", long1)).detail()).hasSizeLessThan(500);
    assertThat(problem(STARTED.replace("r-1", long1)).detail()).hasSizeLessThan(500);
    assertThat(problem(STARTED.replace("2026", long1)).detail()).hasSizeLessThan(500);
    assertThat(problem(STARTED.replace("\"v\":1", "\"v\":1" + "0".repeat(1 << 20))).detail())
        .contains("the number is too large");
  }

  @Test
  void aValueNestedTooDeeplyIsRefusedAndDoesNotExhaustTheStack() {
    for (var deep : new String[] {"[", "{\"a\":", "[{\"a\":"}) {
      assertThat(problem(STARTED.replace("\"seq\"", "\"x\":" + deep.repeat(300_000))).detail())
          .contains("nested too deeply");
    }
    assertThat(problem(STARTED.replace("\"e3\"", "[".repeat(300_000))).detail())
        .contains("field effect: a string is expected");
  }

  private Problem problem(String line) {
    return refused(line.getBytes(UTF_8)).problem();
  }

  private UnreadableEvent refused(byte[] line) {
    var thrown = catchThrowableOfType(UnreadableEvent.class, () -> codec.decode(line));
    assertThat(thrown).as("was read: %s", new String(line, UTF_8)).isNotNull();
    return thrown;
  }
}
