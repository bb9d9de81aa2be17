package dev.drover.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplyTest {
  @Test
  void aLineWithFieldsIsReadAsItWasMeant() {
    assertThat(Reply.parse("@round\truns=500\tnanos=2000000000"))
        .contains(new Reply("round", Map.of("runs", "500", "nanos", "2000000000")));
  }

  @Test
  void aValueMayHoldTheSignThatPartsItFromItsKey() {
    assertThat(Reply.parse("@told\tmessages=User[text=Pay]"))
        .map(reply -> reply.text("messages"))
        .contains("User[text=Pay]");
  }

  @Test
  void whatAFrameworkPrintsIsPassedOver() {
    assertThat(Reply.parse("SLF4J: no providers were found")).isEmpty();
    assertThat(Reply.parse("")).isEmpty();
  }

  @Test
  void aFieldWithoutAValueIsRefused() {
    assertThatThrownBy(() -> Reply.parse("@round\truns"))
        .hasMessage("a field is key=value, not 'runs': @round\truns");
  }

  @Test
  void aMissingFieldIsNamed() {
    assertThatThrownBy(() -> Reply.of("idle").with("sessions", 3).number("bytes"))
        .hasMessage("'idle' has no field 'bytes': {sessions=3}");
  }

  @Test
  void aValueStaysOnItsLine() {
    assertThat(Reply.of("failed").with("why", "first\n\tsecond").line())
        .isEqualTo("@failed\twhy=first second");
  }
}
