package dev.drover.model.http.protocol;

import dev.drover.kernel.ModelReply;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.wire.SseParser;
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
public final class Played {
  private final Protocol protocol;
  private final Target target;
  private final List<Delta> deltas = new ArrayList<>();

  public Played(Protocol protocol, Ability... abilities) {
    this(protocol, EnumSet.copyOf(Set.of(abilities)), Target.Limit.KNOWN);
  }

  private Played(Protocol protocol, Set<Ability> abilities, Target.Limit limit) {
    this.protocol = protocol;
    this.target =
        new Target("p/m", "m", new ModelFacts(9_000, 900, null, abilities), limit, Map.of());
  }

  public static Played unknown(Protocol protocol) {
    return new Played(protocol, Set.of(), Target.Limit.ASSUMED);
  }

  /// @param lines the data of events, one a line
  public ModelReply read(String lines) throws Exception {
    var reading = protocol.reading(target, deltas::add);
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

  public Trouble trouble(int status, String body) {
    return protocol.trouble(status, Json.parse(body));
  }
}
