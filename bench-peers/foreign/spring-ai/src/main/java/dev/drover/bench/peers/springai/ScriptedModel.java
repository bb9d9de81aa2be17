package dev.drover.bench.peers.springai;

import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/// The scripted model, for Spring AI. Its options are of the kind that carries tools, as those of
/// every model are that can call them.
final class ScriptedModel implements ChatModel {
  private final Stage stage;
  private final ChatResponse answer;

  ScriptedModel(Stage stage) {
    this.stage = stage;
    this.answer =
        response(
            new AssistantMessage(stage.scene().answer()),
            new DefaultUsage(Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT));
  }

  private static ChatResponse response(AssistantMessage message, DefaultUsage usage) {
    return new ChatResponse(
        List.of(new Generation(message)), ChatResponseMetadata.builder().usage(usage).build());
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    var messages = prompt.getInstructions();
    if (stage.isListening()) {
      stage.told(messages.stream().map(ScriptedModel::words).toList());
    }
    return messages.getLast() instanceof UserMessage ? ask() : answer;
  }

  private ChatResponse ask() {
    var scene = stage.scene();
    var call =
        new AssistantMessage.ToolCall(stage.callId(), "function", scene.tool(), scene.arguments());
    return response(
        AssistantMessage.builder().content("").toolCalls(List.of(call)).build(),
        new DefaultUsage(Scene.ASK_INPUT, Scene.ASK_OUTPUT));
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  private static String words(Message message) {
    return switch (message) {
      case UserMessage _ -> "prompt";
      case AssistantMessage reply when reply.hasToolCalls() -> "call of pay";
      case ToolResponseMessage result -> "result of pay: " + result.getResponses();
      default -> message.toString();
    };
  }
}
