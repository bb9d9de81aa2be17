package dev.drover.runtime.tool;

import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.runtime.json.NotJson;
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
  private final Fields fields;

  /// Asked for once: each time it is asked, a method makes another array of them.
  private final Class<?>[] parameters;

  JavaTool(ToolSpec spec, Object target, Method method, Fields fields) {
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
    } catch (Misfit misfit) {
      return new ToolOutcome.Refused(misfit.words());
    }
    try {
      var result = method.invoke(target, arguments);
      return method.getReturnType() == void.class ? Results.succeeded("done") : Results.of(result);
    } catch (InvocationTargetException wrapped) {
      var thrown = Thrown.exception(wrapped);
      if (thrown instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      return new ToolOutcome.Failed(Text.of(Thrown.words(thrown)));
    }
  }

  private @Nullable Object[] arguments(ToolInvocation call) throws Misfit {
    @Nullable Object[] read = read(call.arguments());
    @Nullable Object[] arguments = new Object[parameters.length];
    int next = 0;
    for (int i = 0; i < parameters.length; i++) {
      arguments[i] = parameters[i] == ToolInvocation.class ? call : read[next++];
    }
    return arguments;
  }

  private @Nullable Object[] read(String json) throws Misfit {
    var in = new JsonTokens(json);
    try {
      if (in.next() == JsonToken.END) {
        throw new Misfit("expected a JSON object, got nothing");
      }
      return fields.read(in);
    } catch (NotJson broken) {
      throw new Misfit(broken.words());
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
