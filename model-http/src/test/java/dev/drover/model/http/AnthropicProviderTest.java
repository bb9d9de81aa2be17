package dev.drover.model.http;

import dev.drover.kernel.value.Failure.Retry;
import dev.drover.model.http.suite.ProviderSuite;
import dev.drover.model.http.suite.TestedProvider;
import dev.drover.model.http.suite.TestedProvider.Code;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.function.UnaryOperator;

class AnthropicProviderTest extends ProviderSuite {
  private static final TestedProvider SUBJECT =
      new TestedProvider(
          WireProtocol.MESSAGES,
          "claude-sonnet-5",
          HttpModels::anthropic,
          "/v1/messages",
          List.of("x-api-key", ""),
          UnaryOperator.identity(),
          "SEAL",
          List.of(
              new Code(
                  400, "invalid_request_error", "no", "model_refused_request", Retry.Never.class),
              new Code(
                  400,
                  "invalid_request_error",
                  "prompt is too long: 210000 tokens > 200000 maximum",
                  "context_overflow",
                  Retry.Never.class),
              new Code(
                  400,
                  "invalid_request_error",
                  "the tool said: prompt is too long",
                  "model_refused_request",
                  Retry.Never.class),
              new Code(
                  413, "request_too_large", "too large", "context_overflow", Retry.Never.class),
              new Code(402, "billing_error", "pay", "billing_exhausted", Retry.Never.class),
              new Code(429, "rate_limit_error", "slow", "model_throttled", Retry.Throttled.class),
              new Code(529, "overloaded_error", "busy", "model_unavailable", Retry.Later.class),
              new Code(500, "api_error", "oops", "model_unavailable", Retry.Later.class),
              new Code(404, "not_found_error", "model: x", "model_not_found", Retry.Never.class),
              new Code(0, "overloaded_error", "busy", "model_unavailable", Retry.Later.class),
              new Code(0, "api_error", "oops", "model_unavailable", Retry.Later.class),
              new Code(0, "rate_limit_error", "slow", "model_throttled", Retry.Throttled.class),
              new Code(0, "billing_error", "pay", "billing_exhausted", Retry.Never.class),
              new Code(0, "something_new", "?", "model_unavailable", Retry.Later.class)));

  @Override
  protected TestedProvider subject() {
    return SUBJECT;
  }
}
