package dev.drover.internal.agent;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.schema.plain.InvalidJson;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import org.jspecify.annotations.Nullable;

/// How a model calls a tool that is not declared. The call is replaced by one of that tool before
/// it is judged, so this tool is never called itself: rules, approvals and the journal name the
/// other one.
record ToolCallByName() implements AgentTool {
  static final String NAME = "tool_call";

  private static final String TOOL = "name";
  private static final String ARGUMENTS = "arguments";

  private static final String SCHEMA =
      """
      {"type":"object","properties":{"name":{"type":"string",\
      "description":"the whole name, as tool_search returned it"},\
      "arguments":{"type":"object","description":"as the schema of that tool wants them"}},\
      "required":["name","arguments"],"additionalProperties":false}\
      """;

  /// A call of another tool.
  ///
  /// @param arguments as the model wrote them
  record NamedCall(String tool, String arguments) {}

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        NAME,
        "Calls a tool that %s found.".formatted(ToolSearch.NAME),
        SCHEMA,
        new CallTerms(
            EffectClass.UNSAFE, CallTerms.AfterCrash.TELL_MODEL, CallTerms.Pace.IN_ORDER));
  }

  @Override
  public ToolAnswer call(ToolInvocation call) {
    return new ToolOutcome.Failed(Text.of("Nothing was called: use the name of the tool itself."));
  }

  /// @return null if the arguments do not match the schema, which the judge reports
  static @Nullable NamedCall parse(String json) {
    try {
      var in = new JsonTokenReader(json);
      return in.next() == JsonToken.OBJECT ? members(in) : null;
    } catch (InvalidJson malformed) {
      return null;
    }
  }

  private static @Nullable NamedCall members(JsonTokenReader in) {
    String tool = null;
    String arguments = null;
    while (in.next() != JsonToken.END_OBJECT) {
      var name = in.text();
      var token = in.next();
      if (name.equals(TOOL) && token == JsonToken.STRING) {
        tool = in.text();
      } else if (name.equals(ARGUMENTS) && token == JsonToken.OBJECT) {
        int start = in.start();
        in.skip();
        arguments = in.since(start);
      } else {
        return null;
      }
    }
    return tool == null || arguments == null ? null : new NamedCall(tool, arguments);
  }
}
