package dev.drover.store.jdbc;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Applies the catalog changes of an append, in the transaction of the append.
///
/// @param ordinal the session's
record JdbcCatalogChanges(PreparedConnection link, SessionId session, long ordinal) {
  void apply(Catalog.Change change) throws SQLException {
    switch (change) {
      case Catalog.Change.SessionOpened _, Catalog.Change.SessionForked _ -> {
        // Written with the session's own row.
      }
      case Catalog.Change.Continued(var next) -> JdbcJournal.begin(link, next);
      case Catalog.Change.MessageSent(var item) -> JdbcInbox.send(link, item);
      case Catalog.Change.RunAccepted accepted -> accept(accepted);
      case Catalog.Change.RunBegun begun -> begin(begun);
      case Catalog.Change.MessageTaken(var key, var run, var digest) ->
          link.update(
              "INSERT INTO steered (session, run_key, run, digest) VALUES (?, ?, ?, ?)",
              ordinal,
              key.value(),
              run.value(),
              digest);
      case Catalog.Change.RunFinished finished -> finish(finished);
      case Catalog.Change.ApprovalOpened asked -> ask(asked);
      case Catalog.Change.ApprovalClosed(var effect) ->
          link.update(
              "DELETE FROM approvals WHERE session = ? AND effect = ?", ordinal, effect.ordinal());
      case Catalog.Change.WakeSet(var at) ->
          link.update(
              "UPDATE sessions SET wake_at = ? WHERE ordinal = ?",
              at == null ? null : WakeTimeColumn.millis(at),
              ordinal);
      case Catalog.Change.AccountSettled settled -> JdbcAccountStore.settle(link, session, settled);
      case Catalog.Change.AccountWarned warned -> JdbcAccountStore.warned(link, warned);
      case Catalog.Change.RuleGranted granted -> grant(granted);
    }
  }

  private void grant(Catalog.Change.RuleGranted granted) throws SQLException {
    var effect = granted.effect();
    link.update(
        """
        INSERT INTO grants (tenant, rule, granted_by, granted_at, session, effect)
        SELECT tenant, ?, ?, ?, id, ? FROM sessions WHERE ordinal = ?
        ON CONFLICT DO NOTHING\
        """,
        granted.rule(),
        granted.by(),
        granted.at().toString(),
        effect == null ? null : effect.ordinal(),
        ordinal);
  }

  private void accept(Catalog.Change.RunAccepted accepted) throws SQLException {
    var key = accepted.key() == null ? null : accepted.key().value();
    int inserted =
        link.update(
            """
            INSERT INTO runs (id, session, run_key, began_seq, first_seq, accepted_at, title, digest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING\
            """,
            accepted.run().value(),
            ordinal,
            key,
            accepted.seq(),
            accepted.seq(),
            accepted.at().toString(),
            accepted.title(),
            accepted.digest());
    if (inserted == 0) {
      throw new ContradictoryWrite(
          session, "run %s, or a run with its key, was accepted before".formatted(accepted.run()));
    }
    if (accepted.begins() == Catalog.Change.Begins.AT_ONCE) {
      runs(accepted.run());
    }
  }

  private void begin(Catalog.Change.RunBegun begun) throws SQLException {
    link.update(
        "UPDATE runs SET began_seq = ?, first_seq = ?, accepted_at = ? WHERE id = ? AND session ="
            + " ?",
        begun.seq(),
        begun.seq(),
        begun.at().toString(),
        begun.run().value(),
        ordinal);
    runs(begun.run());
  }

  private void runs(RunId run) throws SQLException {
    link.update("UPDATE sessions SET running = ? WHERE ordinal = ?", run.value(), ordinal);
  }

  private void finish(Catalog.Change.RunFinished finished) throws SQLException {
    link.update(
        """
        UPDATE runs SET last_seq = ?, ended_at = ?, status = ?
        WHERE id = ? AND session = ? AND status IS NULL\
        """,
        finished.seq(),
        finished.at().toString(),
        finished.status().name(),
        finished.run().value(),
        ordinal);
    link.update(
        "UPDATE sessions SET running = NULL WHERE ordinal = ? AND running = ?",
        ordinal,
        finished.run().value());
  }

  private void ask(Catalog.Change.ApprovalOpened asked) throws SQLException {
    var call = asked.call();
    var until = asked.answering().until();
    link.update(
        """
        INSERT INTO approvals
          (session, effect, run, asked_at, tool, why, rule, preview, preview_blob, preview_bytes,
           call_id, arguments, arguments_blob, arguments_bytes, answerers, until)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING\
        """,
        ordinal,
        asked.effect().ordinal(),
        asked.run().value(),
        asked.at().toString(),
        call.tool(),
        asked.why(),
        asked.grant(),
        inPlace(asked.preview()),
        blob(asked.preview()),
        bytes(asked.preview()),
        call.callId(),
        inPlace(call.arguments()),
        blob(call.arguments()),
        bytes(call.arguments()),
        NameListColumn.of(asked.answering().names()),
        until == null ? null : until.toString());
  }

  private static @Nullable String inPlace(Text text) {
    return text instanceof Text.Inline(var value) ? value : null;
  }

  private static @Nullable String blob(Text text) {
    return text instanceof Text.Stored(var id, _) ? id.sha256() : null;
  }

  private static @Nullable Long bytes(Text text) {
    return text instanceof Text.Stored(_, var length) ? length : null;
  }
}
