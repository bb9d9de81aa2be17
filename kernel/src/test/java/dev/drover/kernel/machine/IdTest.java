package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids are types, need no quoting anywhere, and read back what they wrote.
class IdTest {
  private static final String SHA =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  @ParameterizedTest
  @ValueSource(strings = {"a", "z", "A", "Z", "0", "9", "s-1", "S_2-x", "0123456789", "a-", "a_"})
  void aPlainIdIsWrittenUnchanged(String value) {
    assertThat(new SessionId(value)).hasToString(value);
    assertThat(new RunId(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-a", "_a", "a.b", "a/b", "..", "a b", "a\n", "a'", "$a", "é", "a:b", "a%2e", "`", "{",
        "@", "[", "/", ":"
      })
  void anIdThatWouldNeedQuotingIsRefusedByName(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SessionId(value))
        .withMessage(
            "session id '%s' must be 1 to 64 letters, digits, '-' or '_',"
                + " and start with a letter or digit",
            value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunId(value))
        .withMessageStartingWith("run id '%s' must be 1 to 64 ", value);
  }

  @Test
  void anIdHasAtMostSixtyFourCharactersAndTheMessageDoesNotRepeatMore() {
    assertThat(new SessionId("a".repeat(64)).value()).hasSize(64);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SessionId("a".repeat(100_000)))
        .withMessageStartingWith("session id '" + "a".repeat(64) + "' must be");
  }

  @Test
  @Tag("A11")
  void sessionIdsAreInTheOrderOfTheirText() {
    assertThat(new SessionId("s-1")).isLessThan(new SessionId("s-2"));
    assertThat(new SessionId("s-1")).isEqualByComparingTo(new SessionId("s-1"));
  }

  @Test
  void anEffectIdParsesItsOwnText() {
    assertThat(new EffectId(12)).hasToString("e12");
    assertThat(EffectId.parse("e12")).isEqualTo(new EffectId(12));
    assertThat(EffectId.parse("e999999999999999999"))
        .isEqualTo(new EffectId(999_999_999_999_999_999L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "e", "12", "e0", "e012", "e-1", "E1", "e1 ", "e1x", "e9999999999999999999"})
  void aTextThatIsNotAnEffectIdIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EffectId.parse(text))
        .withMessage("an effect id looks like e12, not '%s'", text);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void effectsAreNumberedFromOne(long ordinal) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EffectId(ordinal))
        .withMessage("effects are numbered from 1: %d", ordinal);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EffectId.of(ordinal))
        .withMessage("effects are numbered from 1: %d", ordinal);
  }

  @Test
  void theFirstEffectIdsAreShared() {
    for (long ordinal : new long[] {1, 32}) {
      assertThat(EffectId.of(ordinal))
          .isEqualTo(new EffectId(ordinal))
          .isSameAs(EffectId.of(ordinal));
    }
    assertThat(EffectId.of(33)).isEqualTo(new EffectId(33));
  }

  @Test
  @Tag("E3")
  void anApprovalIdParsesItsOwnText() {
    var id = new ApprovalId(new SessionId("s-1"), new EffectId(12));
    assertThat(id).hasToString("s-1.e12");
    assertThat(ApprovalId.parse("s-1.e12")).isEqualTo(id);
    assertThat(ApprovalId.parse("s.e1"))
        .isEqualTo(new ApprovalId(new SessionId("s"), new EffectId(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "e12", ".e12", "s-1e12"})
  @Tag("E3")
  void aTextWithoutASessionOrADotIsNotAnApprovalId(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApprovalId.parse(text))
        .withMessage("an approval id looks like s-1.e12, not '%s'", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s-1.", "s-1.12", "s-1.e0", "a.b.e1", "../x.e1", "s 1.e1"})
  @Tag("E3")
  void anApprovalIdWithAnInvalidPartIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ApprovalId.parse(text));
  }

  @Test
  void aBlobIdIsTheHashOfItsContent() {
    assertThat(new BlobId(SHA)).hasToString(SHA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "abc", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"})
  void aTextThatIsNotAHashIsNotABlobId(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlobId(text))
        .withMessage("a blob id is 64 hexadecimal digits, not '%s'", text);
  }

  @Test
  @Tag("A10")
  void anIdempotencyKeyMayBeAnyTextOfReasonableLength() {
    assertThat(new RunKey("order 7/ä")).hasToString("order 7/ä");
    assertThat(new RunKey("k".repeat(256)).value()).hasSize(256);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunKey("k".repeat(257)))
        .withMessage("an idempotency key has 1 to 256 characters, this one has 257");
    assertThatIllegalArgumentException().isThrownBy(() -> new RunKey(" "));
  }
}
