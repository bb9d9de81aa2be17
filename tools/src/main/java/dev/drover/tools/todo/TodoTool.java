package dev.drover.tools.todo;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;

/// Lets the model write down its plan and mark items as done. The list is stored only in the
/// journal, as the arguments of the last call: it cannot be lost and needs no cleanup.
public final class TodoTool implements AgentTool {
  private static final int MAX_ITEMS = 50;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "todo",
          """
          Writes down the plan for a task of several steps, and keeps it up to date: give the whole \
          list each time. At most one item is `doing`.\
          """,
          """
          {"type":"object","properties":{\
          "items":{"type":"array","minItems":1,"maxItems":%d,"items":{"type":"object","properties":{\
          "text":{"type":"string","minLength":1},\
          "status":{"type":"string","enum":["open","doing","done"]}},\
          "required":["text","status"],"additionalProperties":false}}},\
          "required":["items"],"additionalProperties":false}\
          """
              .formatted(MAX_ITEMS),
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  private record Item(String text, String status) {
    String row() {
      return switch (status) {
        case "done" -> "[x] " + text;
        case "doing" -> "[>] " + text;
        default -> "[ ] " + text;
      };
    }

    boolean is(String wanted) {
      return status.equals(wanted);
    }
  }

  @Override
  public ToolOutcome call(ToolInvocation call) {
    try {
      return new ToolOutcome.Succeeded(Text.of(answer(items(call))));
    } catch (ToolRefusal refusal) {
      return new ToolOutcome.Failed(Text.of(refusal.text()));
    }
  }

  private static List<Item> items(ToolInvocation call) throws ToolRefusal {
    var items = new ArrayList<Item>();
    for (var item : CallArguments.of(call).list("items", MAX_ITEMS)) {
      items.add(new Item(item.text("text").strip(), item.text("status")));
    }
    long doing = items.stream().filter(item -> item.is("doing")).count();
    if (doing > 1) {
      throw new ToolRefusal(
          "%d items are `doing`, and only one thing is done at a time. Mark the others as open."
              .formatted(doing));
    }
    return items;
  }

  private static String answer(List<Item> items) {
    long done = items.stream().filter(item -> item.is("done")).count();
    var rows = String.join("\n", items.stream().map(Item::row).toList());
    return "%s\n%d of %d done. %s".formatted(rows, done, items.size(), next(items));
  }

  private static String next(List<Item> items) {
    return items.stream()
        .filter(item -> !item.is("done"))
        .min((one, other) -> Boolean.compare(other.is("doing"), one.is("doing")))
        .map(item -> "Next: " + item.text())
        .orElse("Nothing is left.");
  }

  @Override
  public String preview(ToolInvocation call) {
    try {
      return answer(items(call));
    } catch (ToolRefusal unreadable) {
      return call.arguments();
    }
  }
}
