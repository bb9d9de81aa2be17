package dev.drover.runtime.tool;

import dev.drover.conformance.TrialCall;
import dev.drover.conformance.TrialSession;
import dev.drover.kernel.EffectId;
import java.nio.file.Path;

/// A call with these arguments and nothing special about it.
final class Call extends TrialCall {
  Call(String arguments) {
    super(new TrialSession(Path.of("/work")), arguments, new EffectId(7));
  }
}
