package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AGENT;
import static dev.drover.codec.form.FieldNames.AT;
import static dev.drover.codec.form.FieldNames.CONVERSATION;
import static dev.drover.codec.form.FieldNames.EFFECTS_NAMED;
import static dev.drover.codec.form.FieldNames.GRANTS;
import static dev.drover.codec.form.FieldNames.LAST_RESPONSE;
import static dev.drover.codec.form.FieldNames.LAST_TURN;
import static dev.drover.codec.form.FieldNames.LAST_VALUE;
import static dev.drover.codec.form.FieldNames.POSITION;
import static dev.drover.codec.form.FieldNames.PROFILE;
import static dev.drover.codec.form.FieldNames.RECIPE;
import static dev.drover.codec.form.FieldNames.RUNS;
import static dev.drover.codec.form.FieldNames.SEQ;
import static dev.drover.codec.form.FieldNames.SESSION;
import static dev.drover.codec.form.FieldNames.TOTALS;
import static dev.drover.codec.form.FieldNames.TURNS;
import static dev.drover.codec.form.FieldNames.TYPE;
import static dev.drover.codec.form.FieldNames.USAGE;
import static dev.drover.codec.form.FieldNames.V;
import static dev.drover.codec.form.FieldNames.WORKSPACE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.machine.Backlog;
import dev.drover.kernel.machine.Conversation;
import dev.drover.kernel.machine.JournalPosition;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.machine.SessionTotals;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.util.List;

/// The state of an idle session.
public final class StateForm {
  private static final String WORD = "session_state";
  private static final int VERSION = 1;

  private StateForm() {}

  public static void write(JsonWriter out, SessionState state) {
    if (!(state.phase() instanceof SessionPhase.Idle)) {
      throw new IllegalArgumentException(
          "a snapshot is taken when no run is going, not when the session is "
              + state.phase().getClass().getSimpleName());
    }
    if (!state.direct().isEmpty()) {
      throw new IllegalArgumentException("a snapshot is taken when no direct call is open");
    }
    out.open();
    out.field(TYPE, WORD);
    out.field(V, VERSION);
    write(out, state.position());
    write(out, state.profile());
    MessageForm.write(out, CONVERSATION, state.conversation().messages());
    write(out, state.totals());
    SessionRecordsForm.writeUnlessEmpty(out, state.records());
    out.close();
  }

  /// @throws IllegalArgumentException if it does not have the form of a state
  /// @throws UnknownVersion if its version is not known
  public static SessionState read(JsonReader in) {
    in.enter();
    var type = in.string(TYPE);
    if (!type.equals(WORD)) {
      throw EnumNames.unknown(type);
    }
    int _ = UnknownVersion.version(in, WORD, VERSION);
    return in.leave(
        new SessionState(
            readPosition(in),
            readProfile(in),
            Conversation.of(MessageForm.readList(in, CONVERSATION)),
            SessionPhase.IDLE,
            Backlog.EMPTY,
            List.of(),
            readTotals(in),
            SessionRecordsForm.read(in)));
  }

  private static void write(JsonWriter out, JournalPosition position) {
    out.name(POSITION);
    out.open();
    out.field(SEQ, position.seq());
    out.field(AT, position.at());
    out.field(EFFECTS_NAMED, position.effects());
    out.close();
  }

  private static JournalPosition readPosition(JsonReader in) {
    in.at(POSITION).enter();
    return in.leave(new JournalPosition(in.number(SEQ), in.instant(AT), in.number(EFFECTS_NAMED)));
  }

  private static void write(JsonWriter out, SessionProfile profile) {
    out.name(PROFILE);
    out.open();
    var session = profile.session();
    if (session != null) {
      out.field(SESSION, session.value());
    }
    out.field(AGENT, profile.agent());
    out.field(WORKSPACE, profile.workspace());
    var recipe = profile.recipe();
    if (recipe != null) {
      RunForm.write(out, recipe);
    }
    TextForm.write(out, GRANTS, profile.grants());
    OutcomeForm.writeLabels(out, profile.labels());
    IdentityForm.write(out, profile.identity());
    TaskForm.write(out, profile.origin());
    out.close();
  }

  private static SessionProfile readProfile(JsonReader in) {
    in.at(PROFILE).enter();
    var session = in.stringOrNull(SESSION);
    return in.leave(
        new SessionProfile(
            session == null ? null : new SessionId(session),
            in.string(AGENT),
            in.string(WORKSPACE),
            in.has(RECIPE) ? RunForm.readNextRecipe(in) : null,
            TextForm.readList(in, GRANTS),
            OutcomeForm.readLabels(in),
            IdentityForm.read(in),
            TaskForm.readOrigin(in)));
  }

  private static void write(JsonWriter out, SessionTotals totals) {
    out.name(TOTALS);
    out.open();
    out.field(RUNS, totals.runs());
    out.field(TURNS, totals.turns());
    RunForm.write(out, USAGE, totals.usage());
    RunForm.write(out, LAST_TURN, totals.lastTurn());
    TextForm.write(out, LAST_RESPONSE, totals.lastResponse());
    if (!totals.lastValue().isEmpty()) {
      TextForm.write(out, LAST_VALUE, totals.lastValue());
    }
    BudgetForm.writeUnlessNone(out, totals.spending());
    out.close();
  }

  private static SessionTotals readTotals(JsonReader in) {
    in.at(TOTALS).enter();
    return in.leave(
        new SessionTotals(
            in.number(RUNS),
            in.number(TURNS),
            RunForm.readUsage(in, USAGE),
            RunForm.readUsage(in, LAST_TURN),
            TextForm.read(in, LAST_RESPONSE),
            in.has(LAST_VALUE) ? TextForm.readNext(in) : Text.EMPTY,
            BudgetForm.readSpending(in)));
  }
}
