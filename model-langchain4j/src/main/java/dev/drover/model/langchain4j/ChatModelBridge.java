package dev.drover.model.langchain4j;

import dev.drover.kernel.ModelReply;
import dev.drover.spi.model.Account;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.request.ChatRequest;

/// One chat model. A call is one attempt.
///
/// The chat model is asked on a thread of its own: some return at once and call back, some block,
/// and not all of those answer an interrupt. So the thread of the call can always leave.
final class ChatModelBridge implements Model {
  private final String name;
  private final Account account;
  private final Chat chat;
  private final Traits traits;

  ChatModelBridge(String name, Account account, Chat chat, Traits traits) {
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
  public Account account() {
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
  public boolean givesJson() {
    return chat.capabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
  }

  @Override
  public boolean reads(String mediaType) {
    return traits.reads(mediaType);
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the call was stopped before it began");
    }
    var asked = new RequestMapping(request, name, traits).chatRequest();
    var reply = new Listening(deltas);
    var asking = Thread.ofVirtual().name("asks " + name).unstarted(() -> ask(asked, reply));
    asking.start();
    return switch (ending(reply, asking)) {
      case Listening.Ending.Whole(var response, var shown) ->
          new ReplyMapping(name, shown).reply(response, mayEndSilently());
      case Listening.Ending.Broken(var why) -> throw Failures.of(name, why);
      case Listening.Ending.Silent _ -> throw Failures.silent(name, traits.idle());
    };
  }

  /// One that is not waited for any longer is interrupted; one that has ended may still have
  /// something of its own to do.
  private Listening.Ending ending(Listening reply, Thread asking) throws InterruptedException {
    try {
      var ending = reply.await(traits.idle());
      if (ending instanceof Listening.Ending.Silent) {
        asking.interrupt();
      }
      return ending;
    } catch (InterruptedException stop) {
      asking.interrupt();
      throw stop;
    } finally {
      reply.leave();
    }
  }

  private boolean mayEndSilently() {
    return chat instanceof Chat.Whole || traits.ending() == Traits.SilentEnd.USUAL;
  }

  private void ask(ChatRequest asked, Listening reply) {
    try {
      chat.ask(asked, reply);
    } catch (Throwable broken) {
      // Some adapters throw checked exceptions that they do not declare. Whatever it is, whoever
      // waits must hear of it: nobody else does.
      reply.onError(broken);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
