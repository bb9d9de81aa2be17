package dev.drover;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.session.ForkPoint;
import dev.drover.session.OneShotRequest;
import dev.drover.spi.model.ProviderKey;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A null that a host hands to the API is refused at once, by the name of the parameter, and
/// nothing happens: it would otherwise break a run, or a later call, far from the mistake.
final class NullArgumentsTest {
  private static final SessionId SESSION = new SessionId("s-1");

  /// Arguments before the null. Nothing is done with them.
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(String.class, "x"),
          Map.entry(List.class, List.of()),
          Map.entry(SessionId.class, SESSION),
          Map.entry(RunId.class, new RunId("r-1")),
          Map.entry(ApprovalId.class, new ApprovalId(SESSION, new EffectId(1))),
          Map.entry(ApprovalAnswer.class, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)),
          Map.entry(DeferredCallKey.class, new DeferredCallKey(SESSION, new EffectId(1))),
          Map.entry(GrantId.class, new GrantId(1)),
          Map.entry(ProviderKey.class, ProviderKey.ofModel("x")),
          Map.entry(
              QuotaAdmission.Pass.class,
              new QuotaAdmission.Pass(ProviderKey.ofModel("x"), Instant.EPOCH)));

  @Test
  void aNullArgumentIsRefusedByTheNameOfItsParameter() {
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      var session = agent.open(SESSION);
      var run = session.send("Hello");
      run.await();
      long events = session.eventCount();
      var found = new ArrayList<String>();
      var doors =
          List.of(
              drover,
              Drover.on(new MemoryStore()),
              drover.agent("other"),
              agent,
              session,
              run,
              drover.queries(),
              drover.approvals(),
              drover.deferrals(),
              drover.grants(),
              drover.tenant("acme"),
              drover.quotas(),
              agent.subagents(),
              agent.hooks(),
              session.budgets(),
              session.tasks(),
              session.tools(),
              session.verification(),
              session.artifacts(),
              Ask.of("x"),
              OneShotRequest.of("x", "x"),
              ForkPoint.here(),
              Attachment.of("text/plain", new byte[1]),
              Subagent.of("x", "x", "x"));
      for (var door : doors) {
        found.addAll(accepted(door));
      }
      assertThat(found).isEmpty();
      assertThat(session.eventCount()).isEqualTo(events);
      assertThat(drover.queries().sessions()).hasSize(1);
      assertThat(drover.sessions()).containsExactly(session.id());
    }
  }

  /// What happens instead, for each parameter whose null is not refused by name.
  private static List<String> accepted(Object door) {
    var found = new ArrayList<String>();
    for (var type : List.of(door.getClass(), door.getClass().getSuperclass())) {
      if (type == door.getClass() || type == SessionView.class) {
        doors(type).forEach(method -> found.addAll(accepted(door, method)));
      }
    }
    return found;
  }

  private static Stream<Method> doors(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(
            method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() > 0)
        .filter(method -> !method.isSynthetic() && !method.getName().equals("equals"))
        .filter(method -> isOfApi(type, method));
  }

  /// An implementation may have methods that only our own code calls.
  private static boolean isOfApi(Class<?> type, Method method) {
    return !type.getName().startsWith("dev.drover.internal.")
        || Stream.of(type.getInterfaces())
            .flatMap(contract -> Stream.of(contract.getMethods()))
            .anyMatch(
                each ->
                    each.getName().equals(method.getName())
                        && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
  }

  private static List<String> accepted(Object door, Method method) {
    var found = new ArrayList<String>();
    var names = names(method);
    var parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      if (!parameters[i].getType().isPrimitive() && !isNullable(parameters[i])) {
        var outcome = outcome(door, method, i);
        if (!outcome.equals(names.get(i) + " must not be null")) {
          found.add(
              "%s.%s(%s): %s"
                  .formatted(
                      method.getDeclaringClass().getSimpleName(),
                      method.getName(),
                      names.get(i),
                      outcome));
        }
      }
    }
    return found;
  }

  private static boolean isNullable(Parameter parameter) {
    return parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static String outcome(Object door, Method method, int missing) {
    var arguments = new @Nullable Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      var type = method.getParameterTypes()[i];
      arguments[i] = i < missing || type.isPrimitive() ? SAMPLES.get(type) : null;
    }
    try {
      method.invoke(door, arguments);
      return "nothing is refused";
    } catch (InvocationTargetException refused) {
      var cause = refused.getCause();
      return cause instanceof NullPointerException
          ? String.valueOf(cause.getMessage())
          : String.valueOf(cause);
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /// As the source has them: the compiler notes them for debuggers.
  private static List<String> names(Method method) {
    var type = method.getDeclaringClass();
    try (var bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      var model = ClassFile.of().parse(bytes.readAllBytes());
      var found = model.methods().stream().filter(each -> is(each, method)).findFirst();
      return names(found.orElseThrow(), method);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static boolean is(MethodModel model, Method method) {
    return model.methodName().equalsString(method.getName())
        && model
            .methodTypeSymbol()
            .equals(
                MethodTypeDesc.ofDescriptor(
                    MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .toMethodDescriptorString()));
  }

  private static List<String> names(MethodModel model, Method method) {
    var variables =
        model
            .findAttribute(Attributes.code())
            .orElseThrow()
            .findAttribute(Attributes.localVariableTable())
            .orElseThrow()
            .localVariables();
    var names = new ArrayList<String>();
    int slot = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
    for (var type : method.getParameterTypes()) {
      names.add(name(variables, slot));
      slot += type == long.class || type == double.class ? 2 : 1;
    }
    return names;
  }

  private static String name(List<LocalVariableInfo> variables, int slot) {
    return variables.stream()
        .filter(variable -> variable.slot() == slot && variable.startPc() == 0)
        .map(variable -> variable.name().stringValue())
        .findFirst()
        .orElseThrow();
  }
}
