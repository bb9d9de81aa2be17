package dev.drover.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("H1")
final class ToolRankingTest {
  private static final ToolSearch SEARCH =
      new ToolSearch(
          List.of(
              tool("mcp__git__commit", "Records changes to files."),
              tool("mcp__git__createBranch", "Creates a branch."),
              tool("mcp__mail__send", "Sends a mail, with files."),
              tool("mcp__store__file", "Stores something."),
              tool("mcp__store__read", "Reads what was stored in a file.")));

  private static ToolSpec tool(String name, String description) {
    return new ToolSpec(
        name,
        description,
        "{\"type\":\"object\"}",
        new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          file                | mcp__store__file, mcp__git__commit, mcp__mail__send, mcp__store__read
          FILE                | mcp__store__file, mcp__git__commit, mcp__mail__send, mcp__store__read
          create branch       | mcp__git__createBranch
          mcp__mail__send     | mcp__mail__send
          send mail           | mcp__mail__send
          git                 | mcp__git__commit, mcp__git__createBranch
          mcp                 |
          nothing like it     |
          """)
  void theBestMatchesComeFirst(String query, String expected) {
    assertThat(SEARCH.best(query).stream().map(ToolSpec::name))
        .containsExactly(expected == null ? new String[0] : expected.split(", ", -1));
  }
}
