package dev.drover.runtime.perform;

import dev.drover.kernel.Failure;
import dev.drover.kernel.ModelReply;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.Redactor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls models, in runs, for summaries and for one-shot completions alike. A model that breaks in
/// a way its port does not allow has failed for good.
record ModelCaller(Redactor redactor) {
  private static final Logger LOG = LoggerFactory.getLogger(ModelCaller.class);

  ModelReply call(ForeignModel model, ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    try {
      return model.call(request, deltas);
    } catch (ForeignCodeFailed broken) {
      LOG.error("model {} broke", model.name(), RedactedThrowable.of(broken, redactor));
      throw new ModelException(Failure.lasting(broken.problem()), broken);
    }
  }
}
