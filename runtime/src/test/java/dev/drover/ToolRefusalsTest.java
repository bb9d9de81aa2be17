package dev.drover;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.internal.tool.JavaTools;
import dev.drover.internal.tool.ParameterTypes;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Invalid tools, and the messages for their authors.
@Tag("D1")
@SuppressWarnings("unused") // Tools are called by reflection only.
class ToolRefusalsTest {
  static class Clock {
    @Tool(description = "Says what time it is.")
    String now() {
      return "noon";
    }
  }

  static class Watch {
    @Tool(description = "d", name = "now")
    String tick() {
      return "";
    }
  }

  static class BadName {
    @Tool(description = "d", name = "what time?")
    void ask() {}
  }

  static class Later {
    @Tool(description = "d")
    CompletableFuture<String> later() {
      return new CompletableFuture<>();
    }
  }

  static class Impatient {
    @Tool(description = "d", timeoutSeconds = 0)
    void hurry() {}
  }

  static class Generic<T> {
    @Tool(description = "d")
    void take(@Param(name = "x") T x) {}
  }

  static class RawList {
    @Tool(description = "d")
    @SuppressWarnings("rawtypes")
    void take(@Param(name = "x") List x) {}
  }

  static class NumberKeys {
    @Tool(description = "d")
    void take(@Param(name = "x") Map<Integer, String> x) {}
  }

  static class InnerOptional {
    @Tool(description = "d")
    void take(@Param(name = "x") List<Optional<String>> x) {}
  }

  record Tree(List<Tree> branches) {}

  static class Recursive {
    @Tool(description = "d")
    void take(@Param(name = "x") Tree x) {}
  }

  record Bag(Object inside) {}

  static class Deep {
    @Tool(description = "d")
    void take(@Param(name = "x") List<Bag> x) {}
  }

  static class TwoNames {
    @Tool(description = "d")
    void take(@Param(name = "x") String x, @Param(name = "x") String y) {}
  }

  record TwoComponents(@Param(name = "b") int a, int b) {}

  static class TwoInRecord {
    @Tool(description = "d")
    void take(@Param(name = "x") TwoComponents x) {}
  }

  static class OddName {
    @Tool(description = "d")
    void take(@Param(name = "größe") int x) {}
  }

  static class BadDefault {
    @Tool(description = "d")
    void take(@Param(name = "x", defaultValue = "[1] 2") List<Integer> x) {}
  }

  static class WrongDefault {
    @Tool(description = "d")
    void take(@Param(name = "x", defaultValue = "INCH") ParameterTypes.Unit x) {}
  }

  record Refused(Object object, String message) {
    @Override
    public String toString() {
      return object instanceof Class<?> ? "a class" : object.getClass().getSimpleName();
    }
  }

  static List<Refused> refusals() {
    return Stream.concat(ofNames().stream(), ofTypes().stream()).toList();
  }

  private static List<Refused> ofNames() {
    var here = "dev.drover.ToolRefusalsTest$";
    var supported =
        "; use String, a number, boolean, an enum, a record, a date or time, List, Set, an array,"
            + " or Map<String, …> of these";
    return List.of(
        new Refused(new Object(), "java.lang.Object has no method with @Tool"),
        new Refused(Clock.class, here + "Clock is a class; give an object of it"),
        new Refused(
            new BadName(),
            here
                + "BadName.ask: tool name 'what time?' must be 1 to 64 letters, digits, '_' or"
                + " '-', and start with a letter"),
        new Refused(
            new Later(),
            here
                + "Later.later returns a CompletableFuture; return the value itself, the call has"
                + " a thread of its own"),
        new Refused(
            new Impatient(), here + "Impatient.hurry: tool hurry: timeout must be positive"),
        new Refused(
            new Generic<String>(),
            here + "Generic.take, parameter 1 (T): type T is not supported" + supported),
        new Refused(
            new RawList(),
            here
                + "RawList.take, parameter 1 (java.util.List): type java.util.List is not supported"
                + supported),
        new Refused(
            new NumberKeys(),
            here
                + "NumberKeys.take, parameter 1 (java.util.Map<java.lang.Integer,"
                + " java.lang.String>): type java.util.Map<java.lang.Integer, java.lang.String> is"
                + " not supported"
                + supported));
  }

  private static List<Refused> ofTypes() {
    var here = "dev.drover.ToolRefusalsTest$";
    var supported =
        "; use String, a number, boolean, an enum, a record, a date or time, List, Set, an array,"
            + " or Map<String, …> of these";
    return List.of(
        new Refused(
            new InnerOptional(),
            here
                + "InnerOptional.take, parameter 1"
                + " (java.util.List<java.util.Optional<java.lang.String>>): type"
                + " java.util.Optional<java.lang.String> is not supported"
                + supported),
        new Refused(
            new Recursive(),
            here
                + "Recursive.take, parameter 1 ("
                + here
                + "Tree), in "
                + here
                + "Tree.branches: record "
                + here
                + "Tree contains itself"),
        new Refused(
            new Deep(),
            here
                + "Deep.take, parameter 1 (java.util.List<"
                + here
                + "Bag>), in "
                + here
                + "Bag.inside: type java.lang.Object is not supported"
                + supported),
        new Refused(new TwoNames(), here + "TwoNames.take: two are named 'x'"),
        new Refused(
            new TwoInRecord(),
            here
                + "TwoInRecord.take, parameter 1 ("
                + here
                + "TwoComponents), in "
                + here
                + "TwoComponents: two are named 'b'"),
        new Refused(
            new OddName(),
            here
                + "OddName.take, parameter 1 (int): the name 'größe' must be 1 to 64 letters,"
                + " digits, '_', '.' or '-'; give another with @Param(name = \"…\")"),
        new Refused(
            new BadDefault(),
            here
                + "BadDefault.take, parameter 1 (java.util.List<java.lang.Integer>): its default"
                + " '[1] 2' does not fit: something follows it"),
        new Refused(
            new WrongDefault(),
            here
                + "WrongDefault.take, parameter 1 (dev.drover.internal.tool.ParameterTypes$Unit):"
                + " its default 'INCH' does not fit: expected one of METRE, FOOT, got 'INCH'"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void anInvalidToolIsRefusedWithItsPlaceAndARemedy(Refused refused) {
    assertThatThrownBy(() -> JavaTools.of(refused.object()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(refused.message());
  }

  @Test
  void twoToolsWithOneNameAreRefused() {
    assertThatThrownBy(() -> JavaTools.of(new Clock(), new Watch()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "two tools are named 'now': dev.drover.ToolRefusalsTest$Clock.now and"
                + " dev.drover.ToolRefusalsTest$Watch.tick; give one of them another"
                + " name");
    var own =
        new AgentTool() {
          @Override
          public ToolSpec spec() {
            return JavaTools.of(new Clock()).getFirst().spec();
          }

          @Override
          public ToolOutcome call(ToolInvocation call) {
            return new ToolOutcome.Refused("never");
          }
        };
    assertThatThrownBy(() -> JavaTools.of(own, new Clock()))
        .hasMessageMatching(
            "two tools are named 'now': \\S+ToolRefusalsTest\\$1 and \\S+Clock\\.now; .*");
  }
}
