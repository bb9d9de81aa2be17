package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.TrialSession;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.tool.Arguments;
import dev.drover.runtime.tool.JavaTools;
import dev.drover.runtime.tool.Param;
import dev.drover.runtime.tool.Tool;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolSpec;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Arguments fit, or there are words for the model. The quick check never accepts what the whole
/// one refuses, and whatever a check says, a call ends with an outcome.
final class ArgumentsTarget implements Target {
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

  /// A tool, and its check by both readers.
  private record Pair(AgentTool tool, Arguments quick, Arguments thorough) {
    static Pair of(AgentTool tool) {
      var spec = tool.spec();
      return new Pair(tool, Arguments.of(spec), Arguments.of(thorough(spec)));
    }

    /// The same schema with a keyword that changes nothing, and that the quick reader does not
    /// know.
    private static ToolSpec thorough(ToolSpec spec) {
      return new ToolSpec(
          spec.name(),
          spec.description(),
          spec.schema().replaceFirst("\\{", "{\"minProperties\":0,"),
          spec.terms(),
          Duration.ofSeconds(1),
          spec.outputLimit());
    }
  }

  @Override
  public void accept(byte[] input) throws Exception {
    var json = new String(input, StandardCharsets.UTF_8);
    for (var each : tools) {
      var quick = each.quick().complaint(json);
      assertThat(quick.isPresent()).isEqualTo(each.thorough().complaint(json).isPresent());
      quick.ifPresent(words -> assertThat(words).isNotBlank());
      var outcome = each.tool().call(session.call(json));
      switch (outcome) {
        case ToolOutcome.Succeeded _ -> {}
        case ToolOutcome.Refused(var words) -> assertThat(words).isNotBlank();
        case Object other -> throw new AssertionError("neither done nor refused: " + other);
      }
    }
  }
}
