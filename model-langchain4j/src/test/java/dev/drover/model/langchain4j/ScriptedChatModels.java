package dev.drover.model.langchain4j;

import dev.drover.spi.model.Model;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Set;
import java.util.function.Function;

/// Chat models that follow a script.
final class ScriptedChatModels {
  private ScriptedChatModels() {}

  interface Streaming {
    void chat(ChatRequest request, StreamingChatResponseHandler handler);
  }

  static Model streaming(Streaming script) {
    return streaming(ChatModelTraits.USUAL, script);
  }

  static Model streaming(ChatModelTraits traits, Streaming script) {
    var chat =
        new StreamingChatModel() {
          @Override
          public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            script.chat(request, handler);
          }

          @Override
          public Set<Capability> supportedCapabilities() {
            return Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
          }
        };
    return LangChain4jModels.named("lc").traits(traits).with("m", chat).build().model("m");
  }

  static Model whole(Function<ChatRequest, ChatResponse> script) {
    return LangChain4jModels.named("lc").with("m", chat(script)).build().model("m");
  }

  static ChatModel chat(Function<ChatRequest, ChatResponse> script) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        return script.apply(request);
      }
    };
  }

  static ChatResponse response(AiMessage message, FinishReason why) {
    return ChatResponse.builder()
        .aiMessage(message)
        .finishReason(why)
        .tokenUsage(new TokenUsage(120, 45))
        .build();
  }
}
