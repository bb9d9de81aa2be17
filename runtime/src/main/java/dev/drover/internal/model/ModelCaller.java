package dev.drover.internal.model;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.redact.RedactedThrowable;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Failure;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.SecretRedactor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls models, for runs, summaries and one-shot completions. An undeclared exception of a model
/// is a permanent failure.
record ModelCaller(SecretRedactor redactor) {
  private static final Logger LOG = LoggerFactory.getLogger(ModelCaller.class);

  ModelReply call(ForeignModel model, ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    try {
      return model.call(request, deltas);
    } catch (ForeignCodeFailed broken) {
      LOG.error("model {} broke", model.name(), RedactedThrowable.of(broken, redactor));
      throw new ModelException(Failure.lasting(broken.problem()), broken);
    }
  }
}
