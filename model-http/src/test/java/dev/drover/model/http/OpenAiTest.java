package dev.drover.model.http;

import dev.drover.kernel.value.Failure.Retry;
import dev.drover.model.http.suite.ProviderSuite;
import dev.drover.model.http.suite.TestedProvider;
import dev.drover.model.http.suite.TestedProvider.Code;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.function.UnaryOperator;

class OpenAiTest extends ProviderSuite {
  private static final TestedProvider SUBJECT =
      new TestedProvider(
          WireProtocol.RESPONSES,
          "gpt-5",
          HttpModels::openai,
          "/v1/responses",
          List.of("authorization", "Bearer "),
          UnaryOperator.identity(),
          "SEAL",
          List.of(
              new Code(
                  400, "context_length_exceeded", "long", "context_overflow", Retry.Never.class),
              new Code(429, "insufficient_quota", "pay", "billing_exhausted", Retry.Never.class),
              new Code(
                  429, "rate_limit_exceeded", "slow", "model_throttled", Retry.Throttled.class),
              new Code(
                  400, "billing_hard_limit_reached", "pay", "billing_exhausted", Retry.Never.class),
              new Code(401, "invalid_api_key", "no", "model_unauthorized", Retry.Never.class),
              new Code(400, "model_not_found", "no", "model_not_found", Retry.Never.class),
              new Code(404, "model_not_found", "no", "model_not_found", Retry.Never.class),
              new Code(
                  400, "x", "maximum context length", "model_refused_request", Retry.Never.class),
              new Code(500, "server_error", "oops", "model_unavailable", Retry.Later.class),
              new Code(0, "server_error", "oops", "model_unavailable", Retry.Later.class),
              new Code(0, "rate_limit_exceeded", "slow", "model_throttled", Retry.Throttled.class),
              new Code(0, "context_length_exceeded", "long", "context_overflow", Retry.Never.class),
              new Code(0, "insufficient_quota", "pay", "billing_exhausted", Retry.Never.class),
              new Code(0, "invalid_prompt", "no", "model_refused_request", Retry.Never.class),
              new Code(0, "something_new", "?", "model_unavailable", Retry.Later.class)));

  @Override
  protected TestedProvider subject() {
    return SUBJECT;
  }
}
