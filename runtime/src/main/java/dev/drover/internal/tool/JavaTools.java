package dev.drover.internal.tool;

import dev.drover.Tool;
import dev.drover.internal.foreign.ForeignTool;
import dev.drover.internal.schema.JsonField;
import dev.drover.internal.schema.JsonFields;
import dev.drover.internal.schema.JsonShapeFactory;
import dev.drover.internal.schema.ObjectProperties;
import dev.drover.internal.schema.ReflectiveAccess;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.value.EffectClass;
import dev.drover.schema.plain.JsonTextWriter;
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

/// Builds tools from annotated methods.
///
/// **Which methods.** Every method with [Tool], of any visibility, including static ones, and those
/// that the object's class inherits or a proxy overrides. In a named module the package must be
/// open to `dev.drover.runtime`, or class and method must be public and exported.
///
/// **Parameters.** String, primitives and their boxes, BigInteger and BigDecimal, enums, records,
/// dates and times in their ISO form, UUID, URI; List, Set, arrays and `Map<String, …>` of these. A
/// parameter may be an Optional, or `@Nullable`, or have a default; all others are required. A
/// parameter of type [ToolInvocation] receives the call itself, and the model does not see it.
///
/// **Results.** A text is returned unchanged; no result becomes `done`; a
/// [dev.drover.kernel.message.ToolOutcome] is returned unchanged; everything else becomes JSON. An
/// exception is an outcome for the model: its message, without a stack trace. Interrupts and errors
/// are not: they are thrown.
public final class JavaTools {
  private JavaTools() {}

  /// @param toolObjects objects with annotated methods, or collections of these; a tool itself is
  ///   used unchanged
  /// @return sorted by name
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

  /// Annotated methods of a class and its supertypes; of several with one signature, the most
  /// specific.
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
    ReflectiveAccess.open(method, place);
    var fields = new JsonFields(fields(method), place);
    var schema = new JsonTextWriter().open();
    fields.describe(schema);
    try {
      return new JavaTool(spec(method, schema.close().toString()), object, method, fields);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(place + ": " + wrong.getMessage(), wrong);
    }
  }

  private static List<JsonField> fields(Method method) {
    var fields = new ArrayList<JsonField>();
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
            new JsonShapeFactory()
                .field(
                    new JsonShapeFactory.Slot(
                        parameter, parameter.getAnnotatedType(), name, place)));
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
      ObjectProperties.components(type, place);
    }
  }
}
