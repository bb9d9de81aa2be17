package dev.drover.codec.form;

import static dev.drover.codec.form.Names.AGENT;
import static dev.drover.codec.form.Names.CHAIN;
import static dev.drover.codec.form.Names.HANDED_ON;
import static dev.drover.codec.form.Names.NEXT;
import static dev.drover.codec.form.Names.RUN;
import static dev.drover.codec.form.Names.SESSION;
import static dev.drover.codec.form.Names.TEXT;
import static dev.drover.codec.form.Names.TO;
import static dev.drover.codec.form.Names.WORKSPACE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.Chain;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;

/// Conversations that go on in another session.
final class HandOffForm {
  private HandOffForm() {}

  static void write(JsonWriter out, HandOff handOff) {
    out.name(TO);
    out.open();
    out.field(SESSION, handOff.successor().value());
    out.field(RUN, handOff.run().value());
    out.field(AGENT, handOff.agent());
    out.field(WORKSPACE, handOff.workspace());
    TextForm.write(out, TEXT, handOff.words());
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

  /// Left out where nothing was handed on.
  static void write(JsonWriter out, Chain chain) {
    if (chain.equals(Chain.NONE)) {
      return;
    }
    out.name(CHAIN);
    out.open();
    out.field(HANDED_ON, chain.before());
    if (chain.next() != null) {
      out.field(NEXT, chain.next().value());
    }
    out.close();
  }

  static Chain readChain(JsonReader in) {
    if (!in.has(CHAIN)) {
      return Chain.NONE;
    }
    in.enter();
    int before = in.smallNumber(HANDED_ON);
    var next = in.stringOrNull(NEXT);
    return in.leave(new Chain(before, next == null ? null : new SessionId(next)));
  }
}
