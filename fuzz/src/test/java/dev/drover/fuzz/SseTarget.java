package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Text;
import dev.drover.model.http.anthropic.AnthropicProtocol;
import dev.drover.model.http.chat.ChatProtocol;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.google.GoogleProtocol;
import dev.drover.model.http.openai.OpenAiProtocol;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.transport.SseEvent;
import dev.drover.model.http.transport.SseParser;
import dev.drover.model.http.transport.TransportException;
import dev.drover.spi.model.Delta;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A stream has the same meaning however it is split, and each provider's interpretation of it is a
/// reply or a failure. The text shown live equals the text of the reply.
final class SseTarget implements FuzzTarget {
  private static final int LIMIT = 4_096;
  private static final dev.drover.model.http.protocol.ModelTarget MODEL =
      new dev.drover.model.http.protocol.ModelTarget(
          "p/m",
          "m",
          new ModelFacts(1_000, 100, null, Set.of()),
          dev.drover.model.http.protocol.ModelTarget.Limit.KNOWN,
          Map.of());

  private final List<ProviderProtocol> protocols =
      List.of(
          new AnthropicProtocol(),
          new OpenAiProtocol(),
          new ChatProtocol(ChatDialect.GROQ.wording()),
          new GoogleProtocol());

  @Override
  public void accept(byte[] stream) {
    var whole = events(stream, stream.length + 1);
    assertThat(events(stream, 1)).isEqualTo(whole);
    var random = new SplittableRandom(Arrays.hashCode(stream));
    assertThat(events(stream, random.nextInt(2, 20))).isEqualTo(whole);
    if (whole != null) {
      protocols.forEach(protocol -> read(protocol, whole));
    }
  }

  /// @return null if it is refused as too large
  private static @Nullable List<SseEvent> events(byte[] stream, int size) {
    var parser = new SseParser(LIMIT);
    var events = new ArrayList<SseEvent>();
    try {
      for (int from = 0; from < stream.length; from += size) {
        events.addAll(
            parser.feed(ByteBuffer.wrap(stream, from, Math.min(size, stream.length - from))));
      }
    } catch (TransportException tooLarge) {
      assertThat(tooLarge.kind()).isEqualTo(TransportException.How.TOO_LARGE);
      return null;
    }
    return events;
  }

  private static void read(ProviderProtocol protocol, List<SseEvent> events) {
    var shown = new StringBuilder();
    var reading =
        protocol.replyReader(
            MODEL,
            delta -> {
              if (delta instanceof Delta.TextDelta(var text)) {
                shown.append(text);
              }
            });
    try {
      for (var event : events) {
        if (reading.accept(event)) {
          break;
        }
      }
      makesSense(reading.reply(), shown.toString());
    } catch (ProviderErrorException troubled) {
      assertThat(troubled.error().kind()).isNotNull();
    }
  }

  private static void makesSense(ModelReply reply, String shown) {
    assertThat(reply.answer()).isEqualTo(Text.of(shown));
    for (var call : reply.calls()) {
      assertThat(call.tool()).isNotEmpty();
    }
  }
}
