package dev.drover.tools;

import static dev.drover.kernel.message.CallTerms.AfterCrash.PROBE;
import static dev.drover.kernel.message.CallTerms.AfterCrash.RUN_AGAIN;
import static dev.drover.kernel.message.CallTerms.Pace.IN_ORDER;
import static dev.drover.kernel.message.CallTerms.Pace.PARALLEL;
import static dev.drover.kernel.value.EffectClass.IDEMPOTENT;
import static dev.drover.kernel.value.EffectClass.PURE;
import static dev.drover.kernel.value.EffectClass.UNSAFE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.CallTerms;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.shell.BashTool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@Tag("D1")
final class WorkspaceToolsTest {
  @Test
  void eachToolDeclaresItsSideEffects() {
    var terms = new LinkedHashMap<String, CallTerms>();
    for (var tool : WorkspaceTools.all()) {
      terms.put(tool.spec().name(), tool.spec().terms());
    }
    assertThat(terms)
        .containsExactly(
            Map.entry("read", new CallTerms(PURE, RUN_AGAIN, PARALLEL)),
            Map.entry("ls", new CallTerms(PURE, RUN_AGAIN, PARALLEL)),
            Map.entry("glob", new CallTerms(PURE, RUN_AGAIN, PARALLEL)),
            Map.entry("grep", new CallTerms(PURE, RUN_AGAIN, PARALLEL)),
            Map.entry("artifact", new CallTerms(PURE, RUN_AGAIN, PARALLEL)),
            Map.entry("todo", new CallTerms(PURE, RUN_AGAIN, PARALLEL)),
            Map.entry("write", new CallTerms(IDEMPOTENT, RUN_AGAIN, IN_ORDER)),
            Map.entry("edit", new CallTerms(UNSAFE, PROBE, IN_ORDER)),
            Map.entry("patch", new CallTerms(UNSAFE, PROBE, IN_ORDER)),
            Map.entry("bash", new CallTerms(UNSAFE, PROBE, IN_ORDER)),
            Map.entry("process", new CallTerms(UNSAFE, PROBE, IN_ORDER)),
            Map.entry("fetch", new CallTerms(PURE, RUN_AGAIN, PARALLEL)));
  }

  @Test
  void readOnlyToolsArePure() {
    assertThat(WorkspaceTools.readOnly())
        .extracting(tool -> tool.spec().name())
        .containsExactly("read", "ls", "glob", "grep", "artifact", "todo");
    assertThat(WorkspaceTools.readOnly())
        .allSatisfy(tool -> assertThat(tool.spec().terms().effects()).isEqualTo(PURE));
  }

  @Test
  void workspaceToolsExcludeShellAndWeb() {
    assertThat(WorkspaceTools.workspace())
        .extracting(tool -> tool.spec().name())
        .containsExactly(
            "read", "ls", "glob", "grep", "artifact", "todo", "write", "edit", "patch");
  }

  @Test
  void argumentNamesAreStable() {
    var json = JsonMapper.builder().build();
    var names = new LinkedHashMap<String, List<String>>();
    for (var tool : WorkspaceTools.all()) {
      var schema = json.readTree(tool.spec().schema());
      assertThat(schema.get("type").stringValue()).isEqualTo("object");
      names.put(tool.spec().name(), List.copyOf(schema.get("properties").propertyNames()));
    }
    assertThat(names)
        .containsExactly(
            Map.entry("read", List.of("path", "offset", "limit", "ranges")),
            Map.entry("ls", List.of("path", "all", "offset", "limit")),
            Map.entry("glob", List.of("pattern", "path", "offset", "limit")),
            Map.entry(
                "grep",
                List.of(
                    "pattern",
                    "path",
                    "glob",
                    "mode",
                    "context",
                    "ignoreCase",
                    "literal",
                    "offset",
                    "limit")),
            Map.entry("artifact", List.of("name", "offset", "limit", "pattern")),
            Map.entry("todo", List.of("items")),
            Map.entry("write", List.of("path", "content", "append", "expectedLength")),
            Map.entry("edit", List.of("path", "old", "new", "replaceAll")),
            Map.entry("patch", List.of("patch", "allowOverwrite")),
            Map.entry("bash", List.of("command", "timeout", "yield", "background")),
            Map.entry("process", List.of("action", "id", "input", "wait")),
            Map.entry("fetch", List.of("url")));
  }

  @Test
  void theLongestCommandTimeoutIsShorterThanTheCallTimeout() {
    assertThat(new BashTool(ShellOptions.DEFAULT).spec().timeout())
        .isGreaterThan(Duration.ofSeconds(600 + 3));
  }
}
