package dev.drover.testkit.wire;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;

/// A conversation with calls, and the texts that the outgoing request must contain for every
/// provider: each call has its result, whatever became of either.
///
/// @param name the behaviour that the case checks
/// @param inOrder texts of the request, in their order
/// @param absent texts that no provider accepts
public record ToolCallCase(
    String name, List<Message> messages, List<String> inOrder, List<String> absent) {
  public ToolCallCase {
    messages = List.copyOf(messages);
    inOrder = List.copyOf(inOrder);
    absent = List.copyOf(absent);
  }

  /// All cases.
  public static List<ToolCallCase> all() {
    var cases = new ArrayList<>(pairs());
    cases.add(namesakes());
    cases.addAll(outcomes());
    for (var garbled :
        List.of("{\"path\":", "", "[1]", "null", "not json", "{\"a\":1} {\"b\":2}")) {
      cases.add(
          of(
              "arguments that the model garbled can be sent back: " + garbled,
              List.of("the arguments are no JSON"),
              user("Go."),
              said(call("c", "read", garbled)),
              result("c", "read", new ToolOutcome.Refused("the arguments are no JSON"))));
    }
    return cases;
  }

  private static List<ToolCallCase> pairs() {
    return List.of(
        of(
            "results stand in the order of the calls, whichever came first",
            List.of("I look.", "call_a", "call_b", "call_a", "content of a", "call_b", "of b"),
            user("Read a and b."),
            said(
                new ContentBlock.Prose(Text.of("I look.")),
                call("call_a", "read", "{\"path\":\"a\"}"),
                call("call_b", "read", "{\"path\":\"b\"}")),
            result("call_b", "read", "content of b"),
            result("call_a", "read", "content of a")),
        of(
            "a call without a result gets one that says so",
            List.of("call_a", "call_b", "call_a", "no result of this call.", "call_b", "noon"),
            user("Go."),
            said(call("call_a", "read", "{}"), call("call_b", "clock", "{}")),
            result("call_b", "clock", "noon"),
            user("And now?")),
        new ToolCallCase(
            "a result without a call becomes words",
            List.of(user("Go."), result("lost", "read", "found it"), user("And?")),
            List.of("Go.", "A call of read ended with:", "found it", "And?"),
            List.of("\"lost\"")),
        of(
            "an empty result is a result",
            List.of("\"c\"", "\"c\""),
            user("Go."),
            said(call("c", "clock", "{}")),
            result("c", "clock", "")));
  }

  private static ToolCallCase namesakes() {
    return new ToolCallCase(
        "calls with one name are told apart",
        List.of(
            user("Go."),
            said(call("same", "read", "{}"), call("same", "clock", "{}")),
            result("same", "read", "one"),
            result("same", "clock", "two"),
            said(call("same", "read", "{}")),
            result("same", "read", "three"),
            said(call("not a name that providers take!", "read", "{}")),
            result("not a name that providers take!", "read", "four")),
        List.of(
            "same", "call_2", "same", "one", "call_2", "two", "call_3", "call_3", "three", "call_4",
            "call_4", "four"),
        List.of("not a name"));
  }

  private static List<ToolCallCase> outcomes() {
    return List.of(
        outcome(new ToolOutcome.Succeeded(Text.of("It is noon.")), "It is noon."),
        outcome(new ToolOutcome.Failed(Text.of("It stands still.")), "It stands still."),
        outcome(new ToolOutcome.Refused("There is no clock."), "There is no clock."),
        outcome(new ToolOutcome.Denied("ann", "not now"), "Denied by ann, and not run: not now"),
        outcome(new ToolOutcome.Unknown("the process died"), "it may have happened: the process"),
        outcome(new ToolOutcome.Cancelled("cancelled by bob"), "stopped (cancelled by bob)"));
  }

  private static ToolCallCase outcome(ToolOutcome outcome, String words) {
    return of(
        "every outcome is told in words: " + words,
        List.of(words),
        user("Go."),
        said(call("c", "clock", "{}")),
        result("c", "clock", outcome));
  }

  private static ToolCallCase of(String name, List<String> inOrder, Message... messages) {
    return new ToolCallCase(name, List.of(messages), inOrder, List.of());
  }

  private static Message user(String text) {
    return new Message.User(Text.of(text));
  }

  private static Message said(ContentBlock... blocks) {
    return new Message.Assistant(List.of(blocks), Message.Ending.WHOLE);
  }

  private static ContentBlock call(String id, String tool, String arguments) {
    return new ContentBlock.Call(new ToolCall(id, tool, Text.of(arguments)));
  }

  private static Message result(String callId, String tool, String text) {
    return result(callId, tool, new ToolOutcome.Succeeded(Text.of(text)));
  }

  private static Message result(String callId, String tool, ToolOutcome outcome) {
    return new Message.ToolResult(new EffectId(1), callId, tool, outcome);
  }

  @Override
  public String toString() {
    return name;
  }
}
