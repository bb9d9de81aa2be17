package dev.drover.cli.chat;

import dev.drover.cli.config.Approve;
import dev.drover.cli.host.Host;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.work.Respondent;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Approvals;
import java.util.function.BooleanSupplier;

/// A place for a conversation. All methods belong to the thread of the conversation.
public interface Venue extends AutoCloseable {
  /// What surrounds the program here: where it writes, and who interrupts it.
  Host host();

  /// Whether a person is there, who sees how each run ends and can go on from that.
  boolean isAttended();

  /// Waits for the next prompt. Gives up when somebody is asked meanwhile: what was typed so far is
  /// in the editor again at the next call, and was not sent.
  ///
  /// @param isAsked asked again and again, by another thread
  Said next(BooleanSupplier isAsked);

  /// Who answers when a run asks.
  ///
  /// @param out where a person would be asked
  Respondent respondent(Approve approve, Printer out, Look look, Approvals approvals);

  /// A run begins: until it ends nobody is asked for a prompt, and Ctrl-C is for the run.
  void begin();

  /// The run is over.
  void end();

  /// What the session has used so far.
  void used(Usage total);

  @Override
  void close();
}
