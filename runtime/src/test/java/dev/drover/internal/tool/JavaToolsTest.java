package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.Tool.Recovery;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolSpec;
import java.lang.reflect.Proxy;
import java.nio.CharBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which methods become tools, their specs, and the conversion of their results.
@Tag("D1")
@SuppressWarnings("unused") // Tools are called by reflection only.
class JavaToolsTest {
  static class Clock {
    @Tool(description = "Says what time it is.")
    String now() {
      return "noon";
    }
  }

  static class Declared {
    @Tool(description = "Nothing declared.")
    void bare() {}

    @Tool(
        description = "All declared.",
        name = "send-it",
        effects = EffectClass.IDEMPOTENT,
        recovery = Recovery.ASK_PERSON,
        pace = Pace.PARALLEL,
        timeoutSeconds = 5,
        outputLimit = 10)
    void all() {}

    @Tool(description = "Pure.", effects = EffectClass.PURE)
    void pure() {}

    @Tool(description = "Careful.", effects = EffectClass.PURE, recovery = Recovery.TELL_MODEL)
    void careful() {}
  }

  @Test
  void declaredEffectsAreInTheSpecAndTheDefaultIsTheWorst() {
    var schema = "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}";
    assertThat(JavaTools.of(new Declared()))
        .extracting(AgentTool::spec)
        .containsExactly(
            new ToolSpec(
                "bare",
                "Nothing declared.",
                schema,
                new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.IN_ORDER),
                Duration.ofMinutes(2),
                51_200),
            new ToolSpec(
                "careful",
                "Careful.",
                schema,
                new CallTerms(EffectClass.PURE, AfterCrash.TELL_MODEL, Pace.IN_ORDER)),
            new ToolSpec(
                "pure",
                "Pure.",
                schema,
                new CallTerms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.IN_ORDER)),
            new ToolSpec(
                "send-it",
                "All declared.",
                schema,
                new CallTerms(EffectClass.IDEMPOTENT, AfterCrash.ASK_PERSON, Pace.PARALLEL),
                Duration.ofSeconds(5),
                10));
  }

  @Test
  void theDefaultsOfTheAnnotationAreThoseOfTheSpec() throws NoSuchMethodException {
    var tool = Clock.class.getDeclaredMethod("now").getAnnotation(Tool.class);
    assertThat(Duration.ofSeconds(tool.timeoutSeconds())).isEqualTo(ToolSpec.DEFAULT_TIMEOUT);
    assertThat(tool.outputLimit()).isEqualTo(ToolSpec.DEFAULT_OUTPUT_LIMIT);
  }

  interface Greeter {
    @Tool(description = "Greets.")
    default String greet() {
      return "hello";
    }
  }

  static class Parent {
    @Tool(description = "Overridden without a word.")
    String overridden() {
      return "parent";
    }

    @Tool(description = "Static.")
    static String fixed() {
      return "static";
    }

    @Tool(description = "Private.")
    private String hidden() {
      return "private";
    }
  }

  static class Child extends Parent implements Greeter {
    @Override
    String overridden() {
      return "child";
    }
  }

  @Test
  void inheritedStaticAndPrivateMethodsCountAndTheLowestBodyIsCalled() throws Exception {
    var tools = JavaTools.of(new Child());
    assertThat(tools)
        .extracting(tool -> tool.spec().name())
        .containsExactly("fixed", "greet", "hidden", "overridden");
    assertThat(results(tools)).containsExactly("static", "hello", "private", "child");
  }

  @Test
  void aProxyHasTheToolsOfItsInterface() throws Exception {
    var proxy =
        Proxy.newProxyInstance(
            Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, (_, _, _) -> "proxied");
    assertThat(results(JavaTools.of(proxy))).containsExactly("proxied");
  }

  @Test
  void toolsOfAllObjectsAreSortedByName() {
    AgentTool ready = JavaTools.of(new Clock()).getFirst();
    assertThat(JavaTools.of(new Declared(), ready, new Child()))
        .extracting(tool -> tool.spec().name())
        .containsExactly(
            "bare", "careful", "fixed", "greet", "hidden", "now", "overridden", "pure", "send-it");
  }

  record Shown(
      Instant at,
      @Param(name = "in") ParameterTypes.Unit unit,
      List<ParameterTypes.Size> some,
      @Nullable String none) {}

  record Moody(int n) {
    @Override
    public int n() {
      throw new IllegalStateException("not today");
    }
  }

  static class Returning {
    @Tool(description = "d")
    CharSequence a1Text() {
      return CharBuffer.wrap("as it is");
    }

    @Tool(description = "d")
    void a2Nothing() {}

    @Tool(description = "d")
    ToolOutcome a3Outcome() {
      return new ToolOutcome.Failed(Text.of("on purpose"));
    }

    @Tool(description = "d")
    int a4Number() {
      return 42;
    }

    @Tool(description = "d")
    Shown a5Record() {
      return new Shown(
          Instant.EPOCH,
          ParameterTypes.Unit.FOOT,
          List.of(
              new ParameterTypes.Size(1, Optional.of(2)),
              new ParameterTypes.Size(3, Optional.empty())),
          null);
    }

    @Tool(description = "d")
    Map<String, Integer> a6Map() {
      var map = new LinkedHashMap<String, Integer>();
      map.put("z", 1);
      map.put("a", 2);
      return map;
    }

    @Tool(description = "d")
    Optional<String> a7Present() {
      return Optional.of("there");
    }

    @Tool(description = "d")
    Optional<String> a8Absent() {
      return Optional.empty();
    }
  }

  @Test
  void aResultIsPlainTextOrJson() throws Exception {
    assertThat(results(JavaTools.of(new Returning())))
        .containsExactly(
            "as it is",
            "done",
            "Failed[reason=Inline[value=on purpose]]",
            "42",
            "{\"at\":\"1970-01-01T00:00:00Z\",\"in\":\"FOOT\",\"some\":[{\"width\":1,\"height\":2},"
                + "{\"width\":3,\"height\":null}],\"none\":null}",
            "{\"z\":1,\"a\":2}",
            "there",
            "null");
  }

  static class Failing {
    /// Contains itself.
    static final class Loop {
      public Loop inside() {
        return this;
      }

      public Loop getInside() {
        return this;
      }
    }

    @Tool(description = "d")
    void a1Message() throws Exception {
      throw new Exception("the disk is full", new IllegalStateException("hidden"));
    }

    @Tool(description = "d")
    void a2NoMessage() {
      throw new IllegalStateException();
    }

    @Tool(description = "d")
    Object a3Unwritable() {
      return new Loop();
    }

    @Tool(description = "d")
    Moody a4Moody() {
      return new Moody(1);
    }
  }

  @Test
  void anExceptionIsAnOutcomeWithItsMessageOrItsName() throws Exception {
    var tools = JavaTools.of(new Failing());
    assertThat(tools.get(0).call(new PlainToolCall("{}")))
        .isEqualTo(new ToolOutcome.Failed(Text.of("the disk is full")));
    assertThat(tools.get(1).call(new PlainToolCall("{}")))
        .isEqualTo(new ToolOutcome.Failed(Text.of("java.lang.IllegalStateException")));
  }

  @Test
  void anUnwritableResultStatesThatTheCallHappened() throws Exception {
    assertThat(JavaTools.of(new Failing()).get(2).call(new PlainToolCall("{}")))
        .isInstanceOfSatisfying(
            ToolOutcome.Failed.class,
            failed ->
                assertThat(failed.reason().toString())
                    .contains("it was carried out, but its result, a ")
                    .contains("Loop, cannot be written as JSON: "));
    assertThat(JavaTools.of(new Failing()).get(3).call(new PlainToolCall("{}")))
        .isEqualTo(
            new ToolOutcome.Failed(
                Text.of(
                    "it was carried out, but its result, a"
                        + " dev.drover.internal.tool.JavaToolsTest$Moody, cannot be written as"
                        + " JSON: not today")));
  }

  static class Thrower {
    private final Throwable thrown;

    Thrower(Throwable thrown) {
      this.thrown = thrown;
    }

    record Picky(int n) {
      Picky {
        if (n == 0) {
          throw new StackOverflowError("in a record");
        }
      }
    }

    @Tool(description = "d")
    void fail() throws Throwable {
      throw thrown;
    }

    @Tool(description = "d")
    void picky(@Param(name = "x") Picky x) {}
  }

  static List<Throwable> passingThrough() {
    return List.of(
        new InterruptedException("stop"),
        new OutOfMemoryError("no room"),
        new StackOverflowError("too deep"),
        new LinkageError("broken"));
  }

  @ParameterizedTest
  @MethodSource("passingThrough")
  void anInterruptAndAnErrorAreNotSwallowed(Throwable thrown) {
    var tool = JavaTools.of(new Thrower(thrown)).getFirst();
    assertThatThrownBy(() -> tool.call(new PlainToolCall("{}"))).isSameAs(thrown);
  }

  @Test
  void anErrorInARecordIsNotSwallowedEither() {
    var tool = JavaTools.of(new Thrower(new Exception())).get(1);
    assertThatThrownBy(() -> tool.call(new PlainToolCall("{\"x\":{\"n\":0}}")))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("in a record");
  }

  private static List<String> results(List<AgentTool> tools) throws Exception {
    var results = new ArrayList<String>();
    for (var tool : tools) {
      results.add(
          switch (tool.call(new PlainToolCall("{}"))) {
            case ToolOutcome.Succeeded(Text.Inline(var text), _) -> text;
            case ToolAnswer other -> other.toString();
          });
    }
    return results;
  }
}
