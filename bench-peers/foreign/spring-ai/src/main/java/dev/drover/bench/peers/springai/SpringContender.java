package dev.drover.bench.peers.springai;

import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.SessionFiles;
import dev.drover.bench.peers.Stage;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/// A chat client with the memory advisor, its window as wide as it is by default (20 messages).
/// Measured with the repository in memory, killed with one in files.
public final class SpringContender implements Contender {
  private final ChatClient client;

  private SpringContender(Stage stage) {
    var memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository(stage)).build();
    this.client =
        ChatClient.builder(new ScriptedModel(stage))
            .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
            .defaultTools(stage.scene() == Scene.WEATHER ? new Weather(stage) : new Cashier(stage))
            .build();
  }

  public static void main(String[] args) {
    Child.main(SpringContender::new, args);
  }

  @Override
  public Conversation open(String id) {
    return prompt ->
        client
            .prompt(prompt)
            .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
            .call()
            .content();
  }

  @Override
  public void close() {}

  private static ChatMemoryRepository repository(Stage stage) {
    return stage.scene() == Scene.WEATHER
        ? new InMemoryChatMemoryRepository()
        : new FileMemoryRepository(new SessionFiles(stage.folder()));
  }

  record Weather(Stage stage) {
    @Tool(description = "Tells the weather in a city.")
    String weather(@ToolParam(description = "the city") String city) {
      return stage.weather(city);
    }
  }

  record Cashier(Stage stage) {
    @Tool(description = "Pays a bill.")
    String pay(@ToolParam(description = "the bill") String bill) {
      return stage.pay(bill);
    }
  }
}
