package dev.drover.bench;

import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Calls the search tools as a model does.
record SearchCalls(Path tree) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern TOTAL = Pattern.compile("\\[rows 1-\\d+ of (\\d+)");

  /// @return number of matching lines
  long grep(SearchBench.Case wanted) throws Exception {
    var arguments = new LinkedHashMap<String, Object>(wanted.options());
    arguments.put("pattern", wanted.pattern());
    return total(tool("grep"), arguments);
  }

  /// @return number of files
  long glob(String pattern) throws Exception {
    return total(tool("glob"), Map.of("pattern", pattern));
  }

  private static AgentTool tool(String name) {
    return WorkspaceTools.readOnly().stream()
        .filter(tool -> tool.spec().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private long total(AgentTool tool, Map<String, Object> arguments) throws Exception {
    var outcome = tool.call(new ToolTestSession(tree).call(JSON.writeValueAsString(arguments)));
    if (outcome instanceof ToolOutcome.Succeeded(Text.Inline(var text), _)) {
      var total = TOTAL.matcher(text);
      return total.find() ? Long.parseLong(total.group(1)) : 0;
    }
    throw new IllegalStateException("not a success: " + outcome);
  }
}
