package dev.drover.model.http;

import dev.drover.kernel.value.Failure.Retry;
import dev.drover.model.http.suite.ProviderSuite;
import dev.drover.model.http.suite.TestedProvider;
import dev.drover.model.http.suite.TestedProvider.Code;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;

class GoogleProviderTest extends ProviderSuite {
  private static final TestedProvider SUBJECT =
      new TestedProvider(
          WireProtocol.GEMINI,
          "gemini-3.5-flash",
          HttpModels::google,
          "/v1beta/models/gemini-3.5-flash:streamGenerateContent?alt=sse",
          List.of("x-goog-api-key", ""),
          TestedProvider::withoutWrites,
          "SEAL",
          List.of(
              new Code(400, "INVALID_ARGUMENT", "no", "model_refused_request", Retry.Never.class),
              new Code(
                  400,
                  "INVALID_ARGUMENT",
                  "The input token count (1200000) exceeds the maximum number of tokens allowed"
                      + " (1048576).",
                  "context_overflow",
                  Retry.Never.class),
              new Code(
                  400, "FAILED_PRECONDITION", "no", "model_refused_request", Retry.Never.class),
              new Code(403, "PERMISSION_DENIED", "no", "model_unauthorized", Retry.Never.class),
              new Code(404, "NOT_FOUND", "models/x", "model_not_found", Retry.Never.class),
              new Code(429, "RESOURCE_EXHAUSTED", "slow", "model_throttled", Retry.Throttled.class),
              new Code(499, "CANCELLED", "gone", "model_unavailable", Retry.Later.class),
              new Code(503, "UNAVAILABLE", "busy", "model_unavailable", Retry.Later.class),
              new Code(504, "DEADLINE_EXCEEDED", "late", "model_unavailable", Retry.Later.class),
              new Code(0, "UNAVAILABLE", "busy", "model_unavailable", Retry.Later.class),
              new Code(0, "INTERNAL", "oops", "model_unavailable", Retry.Later.class),
              new Code(0, "RESOURCE_EXHAUSTED", "slow", "model_throttled", Retry.Throttled.class),
              new Code(0, "SOMETHING_NEW", "?", "model_unavailable", Retry.Later.class)));

  @Override
  protected TestedProvider subject() {
    return SUBJECT;
  }
}
