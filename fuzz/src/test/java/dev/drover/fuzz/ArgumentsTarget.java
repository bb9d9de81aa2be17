package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.TrialSession;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.tool.Arguments;
import dev.drover.runtime.tool.JavaTools;
import dev.drover.runtime.tool.Param;
import dev.drover.runtime.tool.Tool;
import dev.drover.spi.schema.CompiledSchema;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.tool.AgentTool;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Arguments fit, or there are words for the model. The runtime's own check accepts what a JSON
/// library and a full validator accept and nothing else, and whatever it says, a call ends with an
/// outcome.
final class ArgumentsTarget implements Target {
  private static final JsonMapper JUDGE =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final SchemaCompiler COMPILER =
      ServiceLoader.load(SchemaCompiler.class).findFirst().orElseThrow();

  private final List<Pair> tools = JavaTools.of(new Desk()).stream().map(Pair::of).toList();
  private final TrialSession session = new TrialSession(Path.of("."));

  /// Parameters of most kinds.
  static final class Desk {
    enum Unit {
      METRE,
      FOOT
    }

    record Size(int width, Optional<Integer> height) {}

    @Tool(description = "d")
    String plain(
        @Param(name = "text") String text,
        @Param(name = "count", defaultValue = "1") int count,
        @Param(name = "sure") Optional<Boolean> sure,
        @Param(name = "unit") Optional<Unit> unit) {
      return "%s %d %s %s".formatted(text, count, sure, unit);
    }

    @Tool(description = "d")
    String rich(
        @Param(name = "sizes") List<Size> sizes,
        @Param(name = "map") Map<String, Long> map,
        @Param(name = "price") Optional<BigDecimal> price,
        @Param(name = "ratio") Optional<Double> ratio,
        @Param(name = "day") Optional<LocalDate> day) {
      return "%s %s %s %s %s".formatted(sizes, map, price, ratio, day);
    }
  }

  /// A tool, and its schema for both checks.
  private record Pair(AgentTool tool, Arguments own, CompiledSchema full) {
    static Pair of(AgentTool tool) {
      var spec = tool.spec();
      return new Pair(tool, Arguments.of(spec), COMPILER.compile(spec.schema()));
    }

    boolean fullTakes(String json) {
      return isObject(json) && full.faults(json).isEmpty();
    }

    private static boolean isObject(String json) {
      try {
        return JUDGE.readTree(json).isObject();
      } catch (JacksonException broken) {
        return false;
      }
    }
  }

  @Override
  public void accept(byte[] input) throws Exception {
    var json = new String(input, StandardCharsets.UTF_8);
    for (var each : tools) {
      var complaint = each.own().complaint(json);
      assertThat(complaint.isEmpty()).isEqualTo(each.fullTakes(json));
      complaint.ifPresent(words -> assertThat(words).isNotBlank());
      var outcome = each.tool().call(session.call(json));
      switch (outcome) {
        case ToolOutcome.Succeeded _ -> {}
        case ToolOutcome.Refused(var words) -> assertThat(words).isNotBlank();
        case Object other -> throw new AssertionError("neither done nor refused: " + other);
      }
    }
  }
}
