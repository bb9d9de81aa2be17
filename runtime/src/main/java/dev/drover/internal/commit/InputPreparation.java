package dev.drover.internal.commit;

import dev.drover.internal.inbox.WriterMessages;
import dev.drover.internal.inbox.WriterProblems;
import dev.drover.internal.redact.InputRedactor;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.secret.SecretRedactor;
import java.util.function.Supplier;

/// Prepares inputs for the kernel: secrets are redacted, and an input that ends a run carries the
/// partial text of the model. Belongs to the session's writer.
///
/// @param saidSoFar the text of the reply in progress
public record InputPreparation(
    SessionId session,
    InputRedactor redactions,
    SecretRedactor redactor,
    EventTexts texts,
    Supplier<String> saidSoFar) {
  /// A partial answer that cannot be searched for secrets is left out: the run ends in any case.
  Input redacted(Input given) {
    if (!WriterMessages.keepsPartial(given)) {
      return redactions.of(given);
    }
    try {
      return redactions.of(WriterMessages.withPartial(given, () -> texts.of(saidSoFar.get())));
    } catch (Error unreadable) {
      WriterProblems.log(session, unreadable, redactor);
      return redactions.of(given);
    }
  }
}
