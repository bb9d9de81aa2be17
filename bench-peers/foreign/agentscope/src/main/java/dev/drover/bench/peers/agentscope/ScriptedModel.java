package dev.drover.bench.peers.agentscope;

import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import io.agentscope.core.message.ContentBlock;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.message.TextBlock;
import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.model.ChatModelBase;
import io.agentscope.core.model.ChatResponse;
import io.agentscope.core.model.ChatUsage;
import io.agentscope.core.model.GenerateOptions;
import io.agentscope.core.model.ToolSchema;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;

/// The scripted model, for AgentScope.
final class ScriptedModel extends ChatModelBase {
  private final Stage stage;
  private final ChatResponse answer;

  ScriptedModel(Stage stage) {
    this.stage = stage;
    this.answer =
        response(
            TextBlock.builder().text(stage.scene().answer()).build(),
            new ChatUsage(Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT, 0));
  }

  private static ChatResponse response(ContentBlock block, ChatUsage usage) {
    return ChatResponse.builder().content(List.of(block)).usage(usage).build();
  }

  @Override
  public String getModelName() {
    return "scripted";
  }

  @Override
  protected Flux<ChatResponse> doStream(
      List<Msg> messages, List<ToolSchema> tools, GenerateOptions options) {
    if (stage.isListening()) {
      stage.told(messages.stream().map(ScriptedModel::words).toList());
    }
    return Flux.just(isResult(messages.getLast()) ? answer : ask());
  }

  private ChatResponse ask() {
    var scene = stage.scene();
    var call =
        ToolUseBlock.builder()
            .id(stage.callId())
            .name(scene.tool())
            .input(Map.of(scene.parameter(), scene.argument()))
            .content(scene.arguments())
            .build();
    return response(call, new ChatUsage(Scene.ASK_INPUT, Scene.ASK_OUTPUT, 0));
  }

  private static boolean isResult(Msg message) {
    return message.hasContentBlocks(ToolResultBlock.class);
  }

  private static String words(Msg message) {
    if (message.hasContentBlocks(ToolUseBlock.class)) {
      return "call of pay";
    }
    if (isResult(message)) {
      var result = message.getContentBlocks(ToolResultBlock.class).getFirst();
      var text = (TextBlock) result.getOutput().getFirst();
      return "result of pay: " + text.getText();
    }
    return message.getRole() == MsgRole.USER ? "prompt" : message.getRole().name();
  }
}
