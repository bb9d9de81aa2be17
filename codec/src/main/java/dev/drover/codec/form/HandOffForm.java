package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AGENT;
import static dev.drover.codec.form.FieldNames.CHAIN;
import static dev.drover.codec.form.FieldNames.HANDED_ON;
import static dev.drover.codec.form.FieldNames.NEXT;
import static dev.drover.codec.form.FieldNames.RUN;
import static dev.drover.codec.form.FieldNames.SESSION;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.TO;
import static dev.drover.codec.form.FieldNames.WORKSPACE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.HandOffChain;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;

/// Conversations that continue in another session.
final class HandOffForm {
  private HandOffForm() {}

  static void write(JsonWriter out, HandOff handOff) {
    out.name(TO);
    out.open();
    out.field(SESSION, handOff.successor().value());
    out.field(RUN, handOff.run().value());
    out.field(AGENT, handOff.agent());
    out.field(WORKSPACE, handOff.workspace());
    TextForm.write(out, TEXT, handOff.prompt());
    out.close();
  }

  static HandOff read(JsonReader in) {
    in.at(TO).enter();
    return in.leave(
        new HandOff(
            new SessionId(in.string(SESSION)),
            new RunId(in.string(RUN)),
            in.string(AGENT),
            in.string(WORKSPACE),
            TextForm.read(in, TEXT)));
  }

  static void write(JsonWriter out, RunOutcome.HandedOff outcome) {
    out.name(TO);
    out.open();
    out.field(SESSION, outcome.successor().value());
    out.field(RUN, outcome.run().value());
    TextForm.write(out, TEXT, outcome.text());
    out.close();
  }

  static RunOutcome readOutcome(JsonReader in) {
    in.at(TO).enter();
    return in.leave(
        new RunOutcome.HandedOff(
            new SessionId(in.string(SESSION)), new RunId(in.string(RUN)), TextForm.read(in, TEXT)));
  }

  /// Omitted without a hand-off.
  static void write(JsonWriter out, HandOffChain chain) {
    if (chain.equals(HandOffChain.NONE)) {
      return;
    }
    out.name(CHAIN);
    out.open();
    out.field(HANDED_ON, chain.handOffCount());
    if (chain.successor() != null) {
      out.field(NEXT, chain.successor().value());
    }
    out.close();
  }

  static HandOffChain readChain(JsonReader in) {
    if (!in.has(CHAIN)) {
      return HandOffChain.NONE;
    }
    in.enter();
    int before = in.smallNumber(HANDED_ON);
    var next = in.stringOrNull(NEXT);
    return in.leave(new HandOffChain(before, next == null ? null : new SessionId(next)));
  }
}
