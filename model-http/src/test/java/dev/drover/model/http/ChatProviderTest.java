package dev.drover.model.http;

import dev.drover.kernel.value.Failure.Retry;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.facts.ModelCatalogue;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.suite.ProviderSuite;
import dev.drover.model.http.suite.TestedProvider;
import dev.drover.model.http.suite.TestedProvider.Code;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

class ChatProviderTest extends ProviderSuite {
  private static final ChatDialect DIALECT =
      new ChatDialect(
          "chat",
          "http://localhost/v1",
          ChatDialect.KeyNeed.NEEDED,
          new ChatDialect.Wording(
              "max_tokens",
              "reasoning_content",
              "reasoning_content",
              ChatDialect.UsageNeed.ASKED,
              ChatDialect.SchemaSupport.STRICT),
          ChatDialect.OPENROUTER.assumed());
  private static final ModelCatalogue CATALOGUE =
      ModelCatalogue.empty()
          .plus(
              "chat/sheep-1",
              new ModelFacts(
                  64_000,
                  9_000,
                  null,
                  Set.of(ModelAbility.IMAGES, ModelAbility.DOCUMENTS, ModelAbility.JSON)));

  private static final TestedProvider SUBJECT =
      new TestedProvider(
          WireProtocol.CHAT,
          "sheep-1",
          key -> HttpModels.chat(DIALECT, key).catalogue(CATALOGUE),
          "/v1/chat/completions",
          List.of("authorization", "Bearer "),
          UnaryOperator.identity(),
          "\"reasoning_content\":\"Think.\"",
          List.of(
              new Code(
                  400, "context_length_exceeded", "long", "context_overflow", Retry.Never.class),
              new Code(
                  400,
                  "x",
                  "This model's maximum context length is 4096 tokens. You asked for more.",
                  "context_overflow",
                  Retry.Never.class),
              new Code(
                  400,
                  "x",
                  "This endpoint's maximum context length is 4096 tokens.",
                  "context_overflow",
                  Retry.Never.class),
              new Code(
                  400,
                  "x",
                  "What is a context length?",
                  "model_refused_request",
                  Retry.Never.class),
              new Code(
                  400, "exceed_context_size_error", "n", "context_overflow", Retry.Never.class),
              new Code(402, "x", "Insufficient Balance", "billing_exhausted", Retry.Never.class),
              new Code(429, "insufficient_quota", "pay", "billing_exhausted", Retry.Never.class),
              new Code(
                  429, "rate_limit_exceeded", "slow", "model_throttled", Retry.Throttled.class),
              new Code(401, "invalid_api_key", "no", "model_unauthorized", Retry.Never.class),
              new Code(0, "server_error", "oops", "model_unavailable", Retry.Later.class),
              new Code(0, "rate_limit_exceeded", "slow", "model_throttled", Retry.Throttled.class),
              new Code(0, "context_length_exceeded", "long", "context_overflow", Retry.Never.class),
              new Code(0, "something_new", "?", "model_unavailable", Retry.Later.class)));

  @Override
  protected TestedProvider subject() {
    return SUBJECT;
  }
}
