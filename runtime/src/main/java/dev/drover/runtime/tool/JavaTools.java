package dev.drover.runtime.tool;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.EffectClass;
import dev.drover.runtime.foreign.ForeignTool;
import dev.drover.runtime.json.JsonText;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/// Makes tools of annotated methods.
///
/// **Which methods.** Every method with [Tool], of any visibility, static ones too, also those that
/// the object's class inherits or a proxy overrides. In a named module the package must be open to
/// `dev.drover.runtime`, or class and method be public and exported.
///
/// **Parameters.** String, primitives and their boxes, BigInteger and BigDecimal, enums, records,
/// dates and times in their ISO form, UUID, URI; List, Set, arrays and `Map<String, …>` of these. A
/// parameter may be an Optional, or `@Nullable`, or have a default; all others must be given. A
/// parameter of type [ToolInvocation] gets the call itself, and the model does not see it.
///
/// **What comes back.** Text as it is; nothing as `done`; a [dev.drover.kernel.ToolOutcome] as it
/// is; everything else as JSON. A thrown exception is an outcome that the model reads: its message,
/// no stack trace. An interrupt and an error are not: they are thrown.
public final class JavaTools {
  private JavaTools() {}

  /// @param toolObjects objects with annotated methods, or collections of such; one that is a tool
  ///   itself is taken as it is
  /// @return in the order of their names
  /// @throws IllegalArgumentException naming the class, the method, the parameter and what to do
  public static List<AgentTool> of(Object... toolObjects) {
    var tools = new TreeMap<String, AgentTool>();
    for (var object : toolObjects) {
      for (var tool : toolsOf(object)) {
        var name = ForeignTool.of(tool).spec().name();
        var other = tools.put(name, tool);
        if (other != null) {
          throw new IllegalArgumentException(
              "two tools are named '%s': %s and %s; give one of them another name"
                  .formatted(name, words(other), words(tool)));
        }
      }
    }
    return List.copyOf(tools.values());
  }

  private static String words(AgentTool tool) {
    return tool instanceof JavaTool ? tool.toString() : tool.getClass().getName();
  }

  private static List<AgentTool> toolsOf(Object object) {
    if (object instanceof AgentTool tool) {
      return List.of(tool);
    }
    if (object instanceof Class<?> type) {
      throw new IllegalArgumentException(
          "%s is a class; give an object of it".formatted(type.getName()));
    }
    var tools = new ArrayList<AgentTool>();
    if (object instanceof Collection<?> several) {
      several.forEach(one -> tools.addAll(toolsOf(one)));
      return tools;
    }
    for (var method : annotated(object.getClass())) {
      tools.add(toolOf(object, method));
    }
    if (tools.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no method with @Tool".formatted(object.getClass().getName()));
    }
    return tools;
  }

  /// Annotated methods of a class and of all above it; of several with one signature, the lowest.
  private static List<Method> annotated(Class<?> type) {
    var found = new LinkedHashMap<String, Method>();
    for (var each : lineage(type)) {
      for (var method : each.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Tool.class) && !method.isBridge()) {
          found.putIfAbsent(method.getName() + List.of(method.getParameterTypes()), method);
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static List<Class<?>> lineage(Class<?> type) {
    var lineage = new ArrayList<Class<?>>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      lineage.add(each);
    }
    for (int i = 0; i < lineage.size(); i++) {
      lineage.addAll(List.of(lineage.get(i).getInterfaces()));
    }
    return lineage;
  }

  private static AgentTool toolOf(Object object, Method method) {
    var place = JavaTool.place(method);
    checkResult(method, place);
    Access.open(method, place);
    var fields = new Fields(fields(method), place);
    var schema = new JsonText().open();
    fields.describe(schema);
    try {
      return new JavaTool(spec(method, schema.close().toString()), object, method, fields);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(place + ": " + wrong.getMessage(), wrong);
    }
  }

  private static List<Field> fields(Method method) {
    var fields = new ArrayList<Field>();
    var parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      var parameter = parameters[i];
      if (parameter.getType() != ToolInvocation.class) {
        var name = parameter.isNamePresent() ? parameter.getName() : null;
        var called =
            name == null
                ? (i + 1) + " (" + parameter.getParameterizedType().getTypeName() + ")"
                : name;
        var place = JavaTool.place(method) + ", parameter " + called;
        fields.add(
            new Shapes()
                .field(new Shapes.Slot(parameter, parameter.getAnnotatedType(), name, place)));
      }
    }
    return fields;
  }

  private static ToolSpec spec(Method method, String schema) {
    var tool = method.getAnnotation(Tool.class);
    return new ToolSpec(
        tool.name().isEmpty() ? method.getName() : tool.name(),
        tool.description(),
        schema,
        new CallTerms(tool.effects(), afterCrash(tool), tool.pace()),
        Duration.ofSeconds(tool.timeoutSeconds()),
        tool.outputLimit());
  }

  private static AfterCrash afterCrash(Tool tool) {
    return switch (tool.recovery()) {
      case BY_EFFECTS ->
          tool.effects() == EffectClass.UNSAFE ? AfterCrash.TELL_MODEL : AfterCrash.RUN_AGAIN;
      case TELL_MODEL -> AfterCrash.TELL_MODEL;
      case ASK_PERSON -> AfterCrash.ASK_PERSON;
    };
  }

  private static void checkResult(Method method, String place) {
    var type = method.getReturnType();
    if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(
          "%s returns a %s; return the value itself, the call has a thread of its own"
              .formatted(place, type.getSimpleName()));
    }
    if (type.isRecord()) {
      Properties.components(type, place);
    }
  }
}
