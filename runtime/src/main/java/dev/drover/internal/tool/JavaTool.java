package dev.drover.internal.tool;

import dev.drover.internal.schema.JsonFields;
import dev.drover.internal.schema.JsonMismatch;
import dev.drover.internal.schema.MethodResults;
import dev.drover.internal.schema.ReflectiveFailure;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.schema.plain.InvalidJson;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// One annotated method of one object.
final class JavaTool implements AgentTool {
  private final ToolSpec spec;
  private final Object target;
  private final Method method;
  private final JsonFields fields;

  /// Cached: the method returns a new array each time.
  private final Class<?>[] parameters;

  JavaTool(ToolSpec spec, Object target, Method method, JsonFields fields) {
    this.spec = spec;
    this.target = target;
    this.method = method;
    this.fields = fields;
    this.parameters = method.getParameterTypes();
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws Exception {
    @Nullable Object[] arguments;
    try {
      arguments = arguments(call);
    } catch (JsonMismatch misfit) {
      return new ToolOutcome.Refused(misfit.describe());
    }
    try {
      var result = method.invoke(target, arguments);
      return method.getReturnType() == void.class
          ? MethodResults.succeeded("done")
          : MethodResults.of(result);
    } catch (InvocationTargetException wrapped) {
      var thrown = ReflectiveFailure.exception(wrapped);
      if (thrown instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      return new ToolOutcome.Failed(Text.of(ReflectiveFailure.describe(thrown)));
    }
  }

  private @Nullable Object[] arguments(ToolInvocation call) throws JsonMismatch {
    @Nullable Object[] read = read(call.arguments());
    @Nullable Object[] arguments = new Object[parameters.length];
    int next = 0;
    for (int i = 0; i < parameters.length; i++) {
      arguments[i] = parameters[i] == ToolInvocation.class ? call : read[next++];
    }
    return arguments;
  }

  private @Nullable Object[] read(String json) throws JsonMismatch {
    var in = new JsonTokenReader(json);
    try {
      if (in.next() == JsonToken.END) {
        throw new JsonMismatch("expected a JSON object, got nothing");
      }
      return fields.read(in);
    } catch (InvalidJson broken) {
      throw new JsonMismatch(broken.describe());
    }
  }

  /// Names the class and the method.
  @Override
  public String toString() {
    return place(method);
  }

  static String place(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }
}
