package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.store.sql.SqlChange.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statements for the catalog changes of an append, in the transaction of the append. The row
/// of the session itself is not among them: see [HeadChange].
///
/// @param ordinal the session's
public record CatalogStatements(SessionId session, long ordinal) {
  /// @return no statement for changes that are written with the session's own row, or with another
  ///   session
  public List<SqlChange> of(Catalog.Change change) {
    return switch (change) {
      case Catalog.Change.SessionOpened _,
          Catalog.Change.SessionForked _,
          Catalog.Change.Continued _,
          Catalog.Change.WakeSet _ ->
          List.of();
      case Catalog.Change.MessageSent(var item) -> List.of(SqlInbox.sent(item));
      case Catalog.Change.RunAccepted accepted -> List.of(accept(accepted));
      case Catalog.Change.RunBegun begun -> List.of(begin(begun));
      case Catalog.Change.MessageTaken(var key, var run, var digest) ->
          List.of(
              SqlChange.of(
                  Kind.MESSAGE_TAKEN,
                  "INSERT INTO steered (session, run_key, run, digest) VALUES (?, ?, ?, ?)",
                  ordinal,
                  key.value(),
                  run.value(),
                  digest));
      case Catalog.Change.RunFinished finished -> List.of(finish(finished));
      case Catalog.Change.ApprovalOpened asked -> List.of(ask(asked));
      case Catalog.Change.ApprovalClosed(var effect) ->
          List.of(
              SqlChange.of(
                  Kind.APPROVAL_CLOSED,
                  "DELETE FROM approvals WHERE session = ? AND effect = ?",
                  ordinal,
                  effect.ordinal()));
      case Catalog.Change.AccountSettled settled -> SqlAccountStore.released(session, settled);
      case Catalog.Change.AccountWarned warned -> List.of(SqlAccountStore.warned(warned));
      case Catalog.Change.RuleGranted granted -> List.of(grant(granted));
    };
  }

  /// Part of an append: marks the input that caused it.
  public SqlChange consumed(InputId input, long last) {
    return SqlChange.of(
            Kind.INPUT_CONSUMED,
            """
            UPDATE inbox SET seq = ?, body = NULL
            WHERE session = ? AND id = ? AND seq IS NULL AND why IS NULL\
            """,
            last,
            ordinal,
            input.value())
        .orRefuse("input %s is not waiting".formatted(input));
  }

  private SqlChange grant(Catalog.Change.RuleGranted granted) {
    var effect = granted.effect();
    return SqlChange.of(
        Kind.RULE_GRANTED,
        """
        INSERT INTO grants (tenant, rule, granted_by, granted_at, session, effect)
        SELECT tenant, ?, ?, ?, id, CAST(? AS BIGINT) FROM sessions WHERE ordinal = ?
        ON CONFLICT DO NOTHING\
        """,
        granted.rule(),
        granted.by(),
        granted.at().toString(),
        effect == null ? null : effect.ordinal(),
        ordinal);
  }

  private SqlChange accept(Catalog.Change.RunAccepted accepted) {
    var key = accepted.key() == null ? null : accepted.key().value();
    return SqlChange.of(
            Kind.RUN_ACCEPTED,
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
            accepted.digest())
        .orRefuse("run %s, or a run with its key, was accepted before".formatted(accepted.run()));
  }

  private SqlChange begin(Catalog.Change.RunBegun begun) {
    return SqlChange.of(
        Kind.RUN_BEGUN,
        "UPDATE runs SET began_seq = ?, first_seq = ?, accepted_at = ? WHERE id = ? AND session ="
            + " ?",
        begun.seq(),
        begun.seq(),
        begun.at().toString(),
        begun.run().value(),
        ordinal);
  }

  private SqlChange finish(Catalog.Change.RunFinished finished) {
    return SqlChange.of(
        Kind.RUN_FINISHED,
        """
        UPDATE runs SET last_seq = ?, ended_at = ?, status = ?
        WHERE id = ? AND session = ? AND status IS NULL\
        """,
        finished.seq(),
        finished.at().toString(),
        finished.status().name(),
        finished.run().value(),
        ordinal);
  }

  private SqlChange ask(Catalog.Change.ApprovalOpened asked) {
    var call = asked.call();
    var until = asked.answering().until();
    return SqlChange.of(
        Kind.APPROVAL_OPENED,
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
