package dev.drover.model.langchain4j;

import dev.drover.kernel.message.ModelReply;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ProviderKey;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.request.ChatRequest;

/// One chat model. A call is one attempt.
///
/// The chat model is called on a thread of its own: some return at once and call back, some block,
/// and not all of those respond to an interrupt. So the thread of the call can always return.
final class LangChain4jModel implements Model {
  private final String name;
  private final ProviderKey account;
  private final ChatModelKind chat;
  private final ChatModelTraits traits;

  LangChain4jModel(String name, ProviderKey account, ChatModelKind chat, ChatModelTraits traits) {
    this.name = name;
    this.account = account;
    this.chat = chat;
    this.traits = traits;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ProviderKey providerKey() {
    return account;
  }

  @Override
  public int maxOutput() {
    var own = chat.parameters().maxOutputTokens();
    return own == null ? traits.maxOutput() : own;
  }

  @Override
  public int window() {
    return traits.window();
  }

  @Override
  public boolean supportsJsonSchema() {
    return chat.capabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
  }

  @Override
  public boolean acceptsMedia(String mediaType) {
    return traits.reads(mediaType);
  }

  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the call was stopped before it began");
    }
    var asked = new RequestMapper(request, name, traits).chatRequest();
    var reply = new StreamingReplyHandler(deltas);
    var asking = Thread.ofVirtual().name("asks " + name).unstarted(() -> ask(asked, reply));
    asking.start();
    return switch (ending(reply, asking)) {
      case StreamingReplyHandler.Ending.Whole(var response, var shown) ->
          new ReplyMapper(name, shown).reply(response, mayEndSilently());
      case StreamingReplyHandler.Ending.Broken(var why) -> throw LangChain4jFailures.of(name, why);
      case StreamingReplyHandler.Ending.Silent _ ->
          throw LangChain4jFailures.silent(name, traits.idle());
    };
  }

  /// An abandoned call is interrupted; one that has ended may still have some work to finish.
  private StreamingReplyHandler.Ending ending(StreamingReplyHandler reply, Thread asking)
      throws InterruptedException {
    try {
      var ending = reply.await(traits.idle());
      if (ending instanceof StreamingReplyHandler.Ending.Silent) {
        asking.interrupt();
      }
      return ending;
    } catch (InterruptedException stop) {
      asking.interrupt();
      throw stop;
    } finally {
      reply.abandon();
    }
  }

  private boolean mayEndSilently() {
    return chat instanceof ChatModelKind.Whole
        || traits.ending() == ChatModelTraits.SilentEnd.USUAL;
  }

  private void ask(ChatRequest asked, StreamingReplyHandler reply) {
    try {
      chat.ask(asked, reply);
    } catch (Throwable broken) {
      // Some adapters throw checked exceptions that they do not declare. Everything must be passed
      // to the waiting thread: nothing else reports it.
      reply.onError(broken);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
