package dev.drover.codec.form;

import static dev.drover.codec.form.Names.AGENT;
import static dev.drover.codec.form.Names.AT;
import static dev.drover.codec.form.Names.CONVERSATION;
import static dev.drover.codec.form.Names.EFFECTS_NAMED;
import static dev.drover.codec.form.Names.GRANTS;
import static dev.drover.codec.form.Names.LAST_RESPONSE;
import static dev.drover.codec.form.Names.LAST_TURN;
import static dev.drover.codec.form.Names.LAST_VALUE;
import static dev.drover.codec.form.Names.POSITION;
import static dev.drover.codec.form.Names.PROFILE;
import static dev.drover.codec.form.Names.RECIPE;
import static dev.drover.codec.form.Names.RUNS;
import static dev.drover.codec.form.Names.SEQ;
import static dev.drover.codec.form.Names.SESSION;
import static dev.drover.codec.form.Names.TOTALS;
import static dev.drover.codec.form.Names.TURNS;
import static dev.drover.codec.form.Names.TYPE;
import static dev.drover.codec.form.Names.USAGE;
import static dev.drover.codec.form.Names.V;
import static dev.drover.codec.form.Names.WORKSPACE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.Backlog;
import dev.drover.kernel.Conversation;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Position;
import dev.drover.kernel.Profile;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.Totals;
import java.util.List;

/// The state of a session that is idle.
public final class StateForm {
  private static final String WORD = "session_state";
  private static final int VERSION = 1;

  private StateForm() {}

  public static void write(JsonWriter out, SessionState state) {
    if (!(state.phase() instanceof Phase.Idle)) {
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
    AnnalsForm.writeUnlessEmpty(out, state.annals());
    out.close();
  }

  /// @throws IllegalArgumentException if it is not the form of a state
  /// @throws TooNew if its version is not known
  public static SessionState read(JsonReader in) {
    in.enter();
    var type = in.string(TYPE);
    if (!type.equals(WORD)) {
      throw Words.unknown(type);
    }
    int _ = TooNew.version(in, WORD, VERSION);
    return in.leave(
        new SessionState(
            readPosition(in),
            readProfile(in),
            Conversation.of(MessageForm.readList(in, CONVERSATION)),
            Phase.IDLE,
            Backlog.EMPTY,
            List.of(),
            readTotals(in),
            AnnalsForm.read(in)));
  }

  private static void write(JsonWriter out, Position position) {
    out.name(POSITION);
    out.open();
    out.field(SEQ, position.seq());
    out.field(AT, position.at());
    out.field(EFFECTS_NAMED, position.effects());
    out.close();
  }

  private static Position readPosition(JsonReader in) {
    in.at(POSITION).enter();
    return in.leave(new Position(in.number(SEQ), in.instant(AT), in.number(EFFECTS_NAMED)));
  }

  private static void write(JsonWriter out, Profile profile) {
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

  private static Profile readProfile(JsonReader in) {
    in.at(PROFILE).enter();
    var session = in.stringOrNull(SESSION);
    return in.leave(
        new Profile(
            session == null ? null : new SessionId(session),
            in.string(AGENT),
            in.string(WORKSPACE),
            in.has(RECIPE) ? RunForm.readNextRecipe(in) : null,
            TextForm.readList(in, GRANTS),
            OutcomeForm.readLabels(in),
            IdentityForm.read(in),
            TaskForm.readOrigin(in)));
  }

  private static void write(JsonWriter out, Totals totals) {
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

  private static Totals readTotals(JsonReader in) {
    in.at(TOTALS).enter();
    return in.leave(
        new Totals(
            in.number(RUNS),
            in.number(TURNS),
            RunForm.readUsage(in, USAGE),
            RunForm.readUsage(in, LAST_TURN),
            TextForm.read(in, LAST_RESPONSE),
            in.has(LAST_VALUE) ? TextForm.readNext(in) : Text.EMPTY,
            BudgetForm.readSpending(in)));
  }
}
