package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.conformance.ToolTestSession;
import dev.drover.internal.schema.ArgumentValidator;
import dev.drover.internal.tool.JavaTools;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaCompiler.CompiledSchema;
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

/// Arguments are valid, or there is an error message for the model. The runtime's own validator
/// accepts exactly the inputs that a JSON library and a full validator accept, and whatever its
/// result, a call ends with an outcome.
final class ArgumentsTarget implements FuzzTarget {
  private static final JsonMapper JUDGE =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final SchemaCompiler COMPILER =
      ServiceLoader.load(SchemaCompiler.class).findFirst().orElseThrow();

  private final List<Pair> tools = JavaTools.of(new Desk()).stream().map(Pair::of).toList();
  private final ToolTestSession session = new ToolTestSession(Path.of("."));

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

  /// A tool, and its schema for both validators.
  private record Pair(AgentTool tool, ArgumentValidator own, CompiledSchema full) {
    static Pair of(AgentTool tool) {
      var spec = tool.spec();
      return new Pair(tool, ArgumentValidator.of(spec), COMPILER.compile(spec.schema()));
    }

    boolean fullTakes(String json) {
      return isObject(json) && full.violations(json).isEmpty();
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
      var error = each.own().validationError(json);
      assertThat(error.isEmpty()).isEqualTo(each.fullTakes(json));
      error.ifPresent(message -> assertThat(message).isNotBlank());
      var outcome = each.tool().call(session.call(json));
      switch (outcome) {
        case ToolOutcome.Succeeded _ -> {}
        case ToolOutcome.Refused(var message) -> assertThat(message).isNotBlank();
        case Object other -> throw new AssertionError("neither done nor refused: " + other);
      }
    }
  }
}
