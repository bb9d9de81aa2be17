package dev.drover.bench.peers.langchain4j;

import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.SessionFiles;
import dev.drover.bench.peers.Stage;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;

/// Measured with the memory that a window has by itself; killed with one that is kept in files,
/// through the interface the documentation names for that.
public final class LangchainContender implements Contender {
  private static final int WINDOW = 20;

  private final Clerk clerk;

  private LangchainContender(Stage stage) {
    this.clerk =
        AiServices.builder(Clerk.class)
            .chatModel(new Scripted(stage))
            .chatMemoryProvider(id -> memory(id, stage))
            .tools(stage.scene() == Scene.WEATHER ? new Weather(stage) : new Cashier(stage))
            .build();
  }

  public static void main(String[] args) {
    Child.main(LangchainContender::new, args);
  }

  @Override
  public Conversation open(String id) {
    return prompt -> clerk.chat(id, prompt);
  }

  @Override
  public void close() {}

  private static ChatMemory memory(Object id, Stage stage) {
    var memory = MessageWindowChatMemory.builder().id(id).maxMessages(WINDOW);
    if (stage.scene() == Scene.PAYMENT) {
      memory.chatMemoryStore(new FileMemoryStore(new SessionFiles(stage.folder())));
    }
    return memory.build();
  }

  /// What the framework makes an implementation of.
  interface Clerk {
    String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String prompt);
  }

  record Weather(Stage stage) {
    @Tool("Tells the weather in a city.")
    String weather(@P(name = "city", value = "the city") String city) {
      return stage.weather(city);
    }
  }

  record Cashier(Stage stage) {
    @Tool("Pays a bill.")
    String pay(@P(name = "bill", value = "the bill") String bill) {
      return stage.pay(bill);
    }
  }

  private static final class Scripted implements ChatModel {
    private final Stage stage;
    private final ChatResponse answer;

    Scripted(Stage stage) {
      this.stage = stage;
      this.answer =
          ChatResponse.builder()
              .aiMessage(AiMessage.from(stage.scene().answer()))
              .tokenUsage(new TokenUsage(Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT))
              .finishReason(FinishReason.STOP)
              .build();
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      if (stage.isListening()) {
        stage.told(request.messages().stream().map(Scripted::words).toList());
      }
      return request.messages().getLast() instanceof UserMessage ? ask() : answer;
    }

    private ChatResponse ask() {
      var scene = stage.scene();
      var call =
          ToolExecutionRequest.builder()
              .id(stage.callId())
              .name(scene.tool())
              .arguments(scene.arguments())
              .build();
      return ChatResponse.builder()
          .aiMessage(AiMessage.from(call))
          .tokenUsage(new TokenUsage(Scene.ASK_INPUT, Scene.ASK_OUTPUT))
          .finishReason(FinishReason.TOOL_EXECUTION)
          .build();
    }

    private static String words(ChatMessage message) {
      return switch (message) {
        case UserMessage _ -> "prompt";
        case AiMessage reply when reply.hasToolExecutionRequests() -> "call of pay";
        case ToolExecutionResultMessage result -> "result of pay: " + result.text();
        default -> message.toString();
      };
    }
  }
}
