package dev.drover.model.langchain4j;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.Set;

/// The two kinds of chat models, which have no common type.
sealed interface ChatModelKind {
  /// Returns when the reply is complete, or earlier.
  void ask(ChatRequest request, StreamingChatResponseHandler handler);

  ChatRequestParameters parameters();

  Set<Capability> capabilities();

  record Streaming(StreamingChatModel model) implements ChatModelKind {
    @Override
    public void ask(ChatRequest request, StreamingChatResponseHandler handler) {
      model.chat(request, handler);
    }

    @Override
    public ChatRequestParameters parameters() {
      return model.defaultRequestParameters();
    }

    @Override
    public Set<Capability> capabilities() {
      return model.supportedCapabilities();
    }
  }

  record Whole(ChatModel model) implements ChatModelKind {
    @Override
    public void ask(ChatRequest request, StreamingChatResponseHandler handler) {
      handler.onCompleteResponse(model.chat(request));
    }

    @Override
    public ChatRequestParameters parameters() {
      return model.defaultRequestParameters();
    }

    @Override
    public Set<Capability> capabilities() {
      return model.supportedCapabilities();
    }
  }
}
