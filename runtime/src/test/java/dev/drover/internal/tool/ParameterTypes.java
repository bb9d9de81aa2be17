package dev.drover.internal.tool;

import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.ToolInvocation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One method for each type that a parameter may have. Each returns its argument and the class of
/// it.
public @SuppressWarnings("unused") // Called by reflection only.
final class ParameterTypes {
  public enum Unit {
    METRE,
    FOOT;

    /// Neither the schema nor the parser uses this.
    @Override
    public String toString() {
      return "a " + name();
    }
  }

  public record Size(
      int width, @Param(description = "In the same unit.") Optional<Integer> height) {}

  record Order(
      @Param(name = "item-no", description = "What.") String item,
      List<Size> sizes,
      @Nullable Unit unit,
      @Param(defaultValue = "1") int count) {
    Order {
      if (count < 1) {
        throw new IllegalArgumentException("count: at least 1, not " + count);
      }
    }
  }

  record Nothing() {}

  @Tool(description = "d")
  ToolOutcome text(@Param(name = "x") String x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome message(@Param(name = "x") char x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome flag(@Param(name = "x") boolean x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome boxedFlag(@Param(name = "x") Boolean x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome aByte(@Param(name = "x") byte x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome aShort(@Param(name = "x") Short x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome anInt(@Param(name = "x") int x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome aLong(@Param(name = "x") Long x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome aFloat(@Param(name = "x") float x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome aDouble(@Param(name = "x") double x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome bigWhole(@Param(name = "x") BigInteger x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome decimal(@Param(name = "x") BigDecimal x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome unit(@Param(name = "x") Unit x) {
    return seen(x.name());
  }

  @Tool(description = "d")
  ToolOutcome instant(@Param(name = "x") Instant x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome date(@Param(name = "x") LocalDate x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome time(@Param(name = "x") LocalTime x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome dateTime(@Param(name = "x") LocalDateTime x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome duration(@Param(name = "x") Duration x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome uuid(@Param(name = "x") UUID x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome uri(@Param(name = "x") URI x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome list(@Param(name = "x") List<String> x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome collection(@Param(name = "x") Collection<? extends Integer> x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome set(@Param(name = "x") Set<Unit> x) {
    return seen(x.stream().map(Unit::name).toList());
  }

  @Tool(description = "d")
  ToolOutcome array(@Param(name = "x") int[][] x) {
    return seen(Arrays.deepToString(x));
  }

  @Tool(description = "d")
  ToolOutcome arrayOfLists(@Param(name = "x") List<Long>[] x) {
    return seen(Arrays.toString(x));
  }

  @Tool(description = "d")
  ToolOutcome map(@Param(name = "x") Map<String, List<Integer>> x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome order(@Param(name = "x") Order x) {
    return seen("%s %s %s %d".formatted(x.item, x.sizes, x.unit, x.count));
  }

  @Tool(description = "d")
  ToolOutcome nothing(@Param(name = "x") Nothing x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome optional(@Param(name = "x") Optional<Size> x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome optionalInt(@Param(name = "x") OptionalInt x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome optionalLong(@Param(name = "x") OptionalLong x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome optionalDouble(@Param(name = "x") OptionalDouble x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome nullable(@Param(name = "x", description = "Say \"it\".") @Nullable String x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome defaultText(@Param(name = "x", defaultValue = "a \"b\"") String x) {
    return seen(x);
  }

  @Tool(description = "d")
  ToolOutcome defaultUnit(@Param(name = "x", defaultValue = "FOOT") Unit x) {
    return seen(x.name());
  }

  @Tool(description = "d")
  ToolOutcome defaultArray(@Param(name = "x", defaultValue = "[1, 2]") int[] x) {
    var was = Arrays.toString(x);
    x[0] = 99;
    return seen(was);
  }

  @Tool(description = "d")
  ToolOutcome none() {
    return seen("called");
  }

  @Tool(description = "d")
  ToolOutcome several(
      @Param(name = "z") String z,
      ToolInvocation call,
      @Param(name = "a") Optional<String> a,
      @Param(name = "m") int m) {
    return seen("%s %s %s %d".formatted(z, call.idempotencyKey(), a, m));
  }

  private static ToolOutcome seen(@Nullable Object value) {
    var type = value == null ? "" : value.getClass().getSimpleName() + " ";
    return new ToolOutcome.Succeeded(Text.of(type + Objects.toString(value)));
  }
}
