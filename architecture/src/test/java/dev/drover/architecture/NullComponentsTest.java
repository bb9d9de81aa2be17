package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.CompletionKey;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.VerificationReport;
import dev.drover.runtime.command.CommandOutcome;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.policy.Checker;
import dev.drover.spi.model.Account;
import dev.drover.spi.model.Delta;
import dev.drover.spi.program.ProgramRunner;
import dev.drover.spi.schema.SchemaFault;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Restorer;
import dev.drover.spi.tool.Subject;
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

/// Foreign code makes these values, so a null in one of them is refused when it is made, by the
/// name of the component: a run would otherwise break where nobody knows who brought the null.
@Tag("J3")
class NullComponentsTest {
  /// What methods of ports return, or take from the host, and all that these are made of.
  private static final List<Class<?>> ROOTS =
      List.of(
          ModelReply.class,
          ToolAnswer.class,
          Finding.class,
          Failure.class,
          Message.class,
          Answer.class,
          Identity.class,
          Budgets.class,
          CompletionKey.class,
          VerificationReport.class,
          Account.class,
          Delta.class,
          ToolSpec.class,
          Subject.class,
          DataFlow.class,
          Protection.class,
          SchemaFault.class,
          ProgramRunner.Program.class,
          ProgramRunner.Ending.class,
          Restorer.Restored.class,
          GateOutcome.class,
          Checker.Objection.class,
          CommandOutcome.class);

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
  void aNullIsRefusedByTheNameOfItsComponent() {
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
  void theRuleReachesWhatIsNested() {
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
    // A class that is no value of ours, such as a session: null, if nothing looks at it before.
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
