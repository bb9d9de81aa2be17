package dev.drover.tools.todo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.TestCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D1")
final class TodoToolTest {
  private final TodoTool todo = new TodoTool();

  @TempDir private Path workspace;

  private TestCall call(String... items) {
    return TestCall.in(
        workspace,
        Map.of(
            "items",
            List.of(items).stream()
                .map(item -> item.split(":", 2))
                .map(item -> Map.of("status", item[0], "text", item[1]))
                .toList()));
  }

  @Test
  void theListIsShownWithTheNextItem() throws Exception {
    assertThat(call("done:look", "open:test", "doing:mend").answerOf(todo))
        .isEqualTo("[x] look\n[ ] test\n[>] mend\n1 of 3 done. Next: mend");
    assertThat(call("done:look").answerOf(todo)).endsWith("1 of 1 done. Nothing is left.");
    assertThat(call("open:a", "open:b").answerOf(todo)).endsWith("Next: a");
  }

  @Test
  void onlyOneItemMayBeInProgress() throws Exception {
    assertThat(call("doing:a", "doing:b").failureOf(todo))
        .isEqualTo(
            "2 items are `doing`, and only one thing is done at a time. Mark the others as open.");
  }
}
