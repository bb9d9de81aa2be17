package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.commands.SlashCommandOutcome;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Checker;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ProviderKey;
import dev.drover.spi.program.ProgramRunner;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.FileRestorer;
import dev.drover.spi.tool.ToolSpec;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Foreign code creates these values, so a null component is refused at creation, by its name:
/// otherwise a run would fail far from the code that passed the null.
@Tag("J3")
class NullComponentsTest {
  /// Types that ports return or take from the host, and the types of their components.
  private static final List<Class<?>> ROOTS =
      List.of(
          ModelReply.class,
          ToolAnswer.class,
          ProbeResult.class,
          Failure.class,
          Message.class,
          ApprovalAnswer.class,
          Identity.class,
          BudgetSet.class,
          DeferredCallKey.class,
          VerificationReport.class,
          ProviderKey.class,
          Delta.class,
          ToolSpec.class,
          CallSubject.class,
          DataFlow.class,
          ToolIsolation.class,
          SchemaViolation.class,
          ProgramRunner.Program.class,
          ProgramRunner.Ending.class,
          FileRestorer.RestoredFile.class,
          GateOutcome.class,
          Checker.Objection.class,
          SlashCommandOutcome.class);

  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(String.class, "x"),
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(boolean.class, true),
          Map.entry(Duration.class, Duration.ofSeconds(1)),
          Map.entry(Instant.class, Instant.EPOCH),
          Map.entry(Path.class, Path.of("x")),
          Map.entry(List.class, List.of()),
          Map.entry(Set.class, Set.of()),
          Map.entry(BlobId.class, new BlobId("0".repeat(64))),
          Map.entry(EffectId.class, new EffectId(1)),
          Map.entry(RunId.class, new RunId("r-1")),
          Map.entry(SessionId.class, new SessionId("s-1")),
          Map.entry(Problem.class, new Problem("x", "x", "x", "x")),
          Map.entry(
              ProgramRunner.Program.class,
              new ProgramRunner.Program(List.of("x"), Path.of("x"), 1)));

  @Test
  void aNullComponentIsRefusedByItsName() {
    var found = new ArrayList<String>();
    for (var type : reachable()) {
      for (var component : type.getRecordComponents()) {
        if (!component.getType().isPrimitive() && !isNullable(component)) {
          found.addAll(objections(type, component));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void theRuleCoversNestedValues() {
    assertThat(reachable())
        .extracting(Class::getSimpleName)
        .contains("ModelReply", "Prose", "Inline", "ToolCall", "Succeeded", "Media", "Problem");
  }

  private static List<String> objections(Class<?> type, RecordComponent component) {
    var name = type.getSimpleName() + "." + component.getName();
    try {
      make(type, component.getName());
      return List.of(name + ": null is accepted");
    } catch (InvocationTargetException refused) {
      var cause = refused.getCause();
      return cause instanceof NullPointerException
              && (name + " must not be null").equals(cause.getMessage())
          ? List.of()
          : List.of(name + ": " + cause);
    } catch (ReflectiveOperationException impossible) {
      return List.of(name + ": " + impossible);
    }
  }

  private static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
        || isAnnotated(component)
        || isAnnotated(component.getAccessor());
  }

  private static boolean isAnnotated(AnnotatedElement element) {
    return element.isAnnotationPresent(Nullable.class);
  }

  private static Object make(Class<?> type, @Nullable String without)
      throws ReflectiveOperationException {
    var components = type.getRecordComponents();
    var types = new Class<?>[components.length];
    var values = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = components[i].getName().equals(without) ? null : sample(types[i]);
    }
    var constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static @Nullable Object sample(Class<?> type) throws ReflectiveOperationException {
    if (SAMPLES.containsKey(type)) {
      return SAMPLES.get(type);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isRecord()) {
      return make(type, null);
    }
    // A class that is not a value, such as a session: null works if nothing dereferences it.
    return type.isSealed() && type.isInterface() ? sample(type.getPermittedSubclasses()[0]) : null;
  }

  private static Set<Class<?>> reachable() {
    var seen = new LinkedHashSet<Class<?>>();
    ROOTS.forEach(root -> reach(root, seen));
    return seen;
  }

  private static void reach(Type type, Set<Class<?>> seen) {
    if (type instanceof ParameterizedType generic) {
      Stream.of(generic.getActualTypeArguments()).forEach(argument -> reach(argument, seen));
    }
    if (!(type instanceof Class<?> known) || !known.getName().startsWith("dev.drover.")) {
      return;
    }
    if (known.isSealed()) {
      Stream.of(known.getPermittedSubclasses()).forEach(each -> reach(each, seen));
    }
    if (known.isRecord() && seen.add(known)) {
      Stream.of(known.getRecordComponents()).forEach(each -> reach(each.getGenericType(), seen));
    }
  }
}
