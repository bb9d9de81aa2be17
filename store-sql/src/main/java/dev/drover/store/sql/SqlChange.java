package dev.drover.store.sql;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One statement of an append. Statements of different kinds are independent of each other if they
/// belong to different sessions; a store may execute those of many appends together, kind by kind.
///
/// @param kind the position of the statement among those of one append
/// @param refusal why the append is refused if the statement changes no row; null if that is fine
public record SqlChange(
    Kind kind, String sql, List<@Nullable Object> values, @Nullable String refusal) {

  /// In the order in which the statements of one append depend on each other.
  public enum Kind {
    RUN_ACCEPTED,
    RUN_BEGUN,
    RUN_FINISHED,
    MESSAGE_TAKEN,
    INPUT_CONSUMED,
    MESSAGE_SENT,
    APPROVAL_OPENED,
    APPROVAL_CLOSED,
    RESERVATION_RELEASED,
    ACCOUNT_SETTLED,
    ACCOUNT_WARNED,
    RULE_GRANTED
  }

  public static SqlChange of(Kind kind, String sql, @Nullable Object... values) {
    return new SqlChange(kind, sql, Arrays.asList(values), null);
  }

  SqlChange orRefuse(String why) {
    return new SqlChange(kind, sql, values, why);
  }
}
