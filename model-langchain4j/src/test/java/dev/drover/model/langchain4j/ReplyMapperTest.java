package dev.drover.model.langchain4j;

import static dev.drover.model.langchain4j.LangChain4jRequests.call;
import static dev.drover.model.langchain4j.LangChain4jRequests.prose;
import static dev.drover.model.langchain4j.LangChain4jRequests.sealed;
import static dev.drover.model.langchain4j.LangChain4jRequests.thought;
import static dev.drover.model.langchain4j.ScriptedChatModels.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyMapperTest {
  private final List<Delta> deltas = new ArrayList<>();

  private ModelReply ask(Model model) throws Exception {
    return model.call(LangChain4jRequests.of(LangChain4jRequests.user("Hello?")), deltas::add);
  }

  private static ToolExecutionRequest request(String id, String tool, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build();
  }

  private static PartialToolCall part(int index, String id, String tool, String arguments) {
    return PartialToolCall.builder()
        .index(index)
        .id(id)
        .name(tool)
        .partialArguments(arguments)
        .build();
  }

  @Test
  void reasoningTextAndCallsAreStreamedAndCompleteAtTheEnd() throws Exception {
    var message =
        AiMessage.builder()
            .thinking("Let me see.")
            .text("I look.")
            .toolExecutionRequests(
                List.of(request("a", "read", "{\"p\":1}"), request("b", "clock", "{}")))
            .attributes(Map.of("signature", "S", "count", 3))
            .build();
    var model =
        ScriptedChatModels.streaming(
            (_, handler) -> {
              handler.onPartialThinking(new PartialThinking("Let me "));
              handler.onPartialThinking(new PartialThinking("see."));
              handler.onPartialResponse("I ");
              handler.onPartialResponse("look.");
              handler.onPartialToolCall(part(0, "a", "read", "{\"p\""));
              handler.onPartialToolCall(part(0, "a", "read", ":1}"));
              handler.onCompleteToolCall(
                  new CompleteToolCall(0, message.toolExecutionRequests().get(0)));
              handler.onCompleteToolCall(
                  new CompleteToolCall(1, message.toolExecutionRequests().get(1)));
              handler.onCompleteResponse(response(message, FinishReason.TOOL_EXECUTION));
            });
    assertThat(ask(model))
        .isEqualTo(
            new ModelReply(
                List.of(
                    thought("Let me see."),
                    sealed(
                        "lc/m",
                        "{\"thinking\":\"Let me see.\",\"attributes\":{\"signature\":\"S\"}}"),
                    prose("I look."),
                    call("a", "read", "{\"p\":1}"),
                    call("b", "clock", "{}")),
                StopReason.CALLS,
                new Usage(120, 45, 0, 0, 0)));
    assertThat(deltas)
        .containsExactly(
            new Delta.ReasoningDelta("Let me "),
            new Delta.ReasoningDelta("see."),
            new Delta.TextDelta("I "),
            new Delta.TextDelta("look."),
            new Delta.ToolInputDelta("a", "read", "{\"p\""),
            new Delta.ToolInputDelta("a", "read", ":1}"),
            new Delta.ToolInputDelta("b", "clock", "{}"));
  }

  @Test
  void aModelThatDoesNotStreamEmitsItsReplyAtOnce() throws Exception {
    var message = AiMessage.from("I look.", List.of(request("a", "read", "{}")));
    assertThat(
            ask(ScriptedChatModels.whole(_ -> response(message, FinishReason.TOOL_EXECUTION)))
                .blocks())
        .containsExactly(prose("I look."), call("a", "read", "{}"));
    assertThat(deltas)
        .containsExactly(
            new Delta.TextDelta("I look."), new Delta.ToolInputDelta("a", "read", "{}"));
  }

  @Test
  void callsThatStartedBeforeTheTextPrecedeIt() throws Exception {
    var message = AiMessage.from("So.", List.of(request("a", "read", "{}")));
    var model =
        ScriptedChatModels.streaming(
            (_, handler) -> {
              handler.onPartialToolCall(part(0, "a", "read", "{}"));
              handler.onPartialResponse("So.");
              handler.onCompleteResponse(response(message, FinishReason.TOOL_EXECUTION));
            });
    assertThat(ask(model).blocks()).containsExactly(call("a", "read", "{}"), prose("So."));
  }

  @Test
  void reasoningMissingInTheMessageIsTakenFromTheStream() throws Exception {
    var model =
        ScriptedChatModels.streaming(
            (_, handler) -> {
              handler.onPartialThinking(new PartialThinking("Hm."));
              handler.onCompleteResponse(response(AiMessage.from("Yes."), FinishReason.STOP));
            });
    assertThat(ask(model).blocks())
        .containsExactly(thought("Hm."), sealed("lc/m", "{\"thinking\":\"Hm.\"}"), prose("Yes."));
  }

  @Test
  void callsWithoutAnIdOrArgumentsGetDefaults() throws Exception {
    var nameless = ToolExecutionRequest.builder().name("clock").build();
    var message = AiMessage.from(List.of(nameless, nameless));
    assertThat(ask(ScriptedChatModels.whole(_ -> response(message, FinishReason.STOP))))
        .satisfies(
            reply ->
                assertThat(reply.blocks())
                    .containsExactly(call("call_1", "clock", "{}"), call("call_2", "clock", "{}")))
        .satisfies(reply -> assertThat(reply.stop()).isEqualTo(StopReason.CALLS));
  }

  @ParameterizedTest
  @CsvSource({
    "STOP, DONE",
    "LENGTH, LENGTH",
    "TOOL_EXECUTION, DONE",
    "CONTENT_FILTER, REFUSED",
    "OTHER, DONE"
  })
  void theFinishReasonIsReported(FinishReason why, StopReason stop) throws Exception {
    assertThat(ask(ScriptedChatModels.whole(_ -> response(AiMessage.from("So."), why))).stop())
        .isEqualTo(stop);
  }

  @Test
  @Tag("F5")
  void missingTokenCountsAreZero() throws Exception {
    var response =
        ChatResponse.builder()
            .aiMessage(AiMessage.from("So."))
            .finishReason(FinishReason.STOP)
            .build();
    assertThat(ask(ScriptedChatModels.whole(_ -> response)).usage()).isEqualTo(Usage.NONE);
  }

  @Test
  void deltasAfterTheEndAreNotEmitted() throws Exception {
    var model =
        ScriptedChatModels.streaming(
            (_, handler) -> {
              handler.onPartialResponse("So.");
              handler.onCompleteResponse(response(AiMessage.from("So."), FinishReason.STOP));
              handler.onPartialResponse("And more.");
              handler.onCompleteResponse(response(AiMessage.from("Other."), FinishReason.STOP));
              handler.onError(new IllegalStateException("late"));
            });
    assertThat(ask(model).blocks()).containsExactly(prose("So."));
    assertThat(deltas).containsExactly(new Delta.TextDelta("So."));
  }
}
