package dev.drover.model.http.protocol;

import dev.drover.kernel.message.ModelReply;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.transport.SseParser;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A protocol without a connection: bytes in, reply out.
public final class RecordedProtocolRun {
  private final ProviderProtocol protocol;
  private final ModelTarget target;
  private final List<Delta> deltas = new ArrayList<>();

  public RecordedProtocolRun(ProviderProtocol protocol, ModelAbility... abilities) {
    this(protocol, EnumSet.copyOf(Set.of(abilities)), ModelTarget.Limit.KNOWN);
  }

  private RecordedProtocolRun(
      ProviderProtocol protocol, Set<ModelAbility> abilities, ModelTarget.Limit limit) {
    this.protocol = protocol;
    this.target =
        new ModelTarget("p/m", "m", new ModelFacts(9_000, 900, null, abilities), limit, Map.of());
  }

  public static RecordedProtocolRun unknown(ProviderProtocol protocol) {
    return new RecordedProtocolRun(protocol, Set.of(), ModelTarget.Limit.ASSUMED);
  }

  /// @param lines the data of events, one a line
  public ModelReply read(String lines) throws Exception {
    var reading = protocol.replyReader(target, deltas::add);
    var parser = new SseParser(1_000_000);
    for (var line : lines.lines().toList()) {
      var bytes = ("data: " + line + "\n\n").getBytes(StandardCharsets.UTF_8);
      for (var event : parser.feed(ByteBuffer.wrap(bytes))) {
        if (reading.accept(event)) {
          return reading.reply();
        }
      }
    }
    return reading.reply();
  }

  public List<Delta> deltas() {
    return deltas;
  }

  public String write(ModelRequest request) {
    return protocol.body(request, target).toString();
  }

  public ProviderError trouble(int status, String body) {
    return protocol.error(status, ProtocolJson.parse(body));
  }
}
