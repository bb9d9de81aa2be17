package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AFTER_CRASH;
import static dev.drover.codec.form.FieldNames.ANSWERERS;
import static dev.drover.codec.form.FieldNames.ARGUMENTS;
import static dev.drover.codec.form.FieldNames.BASIS;
import static dev.drover.codec.form.FieldNames.CALLS;
import static dev.drover.codec.form.FieldNames.CALL_ID;
import static dev.drover.codec.form.FieldNames.EFFECT;
import static dev.drover.codec.form.FieldNames.EFFECTS;
import static dev.drover.codec.form.FieldNames.GRANT;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.PACE;
import static dev.drover.codec.form.FieldNames.PREVIEW;
import static dev.drover.codec.form.FieldNames.REASON;
import static dev.drover.codec.form.FieldNames.RULE;
import static dev.drover.codec.form.FieldNames.TERMS;
import static dev.drover.codec.form.FieldNames.TOOL;
import static dev.drover.codec.form.FieldNames.VERDICT;
import static dev.drover.codec.form.FieldNames.WHY;
import static dev.drover.codec.form.FieldNames.WITHIN;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Planned tool calls, and effect ids.
///
/// Arguments are JSON, and stay a string here: the text of the model is kept byte for byte.
final class CallForm {
  private static final char EFFECT_PREFIX = 'e';

  private CallForm() {}

  static void write(JsonWriter out, EffectId effect) {
    out.name(EFFECT);
    writeElement(out, effect);
  }

  static EffectId readEffect(JsonReader in) {
    return readElement(in.at(EFFECT));
  }

  static void writeElement(JsonWriter out, EffectId effect) {
    out.ordinal(EFFECT_PREFIX, effect.ordinal());
  }

  static EffectId readElement(JsonReader in) {
    return EffectId.of(in.ordinal(EFFECT_PREFIX));
  }

  static void write(JsonWriter out, List<PlannedCall> calls) {
    out.name(CALLS);
    out.openList();
    for (var planned : calls) {
      out.open();
      writeFields(out, planned);
      out.close();
    }
    out.closeList();
  }

  static void writeFields(JsonWriter out, PlannedCall planned) {
    write(out, planned.effect());
    writeFields(out, planned.call());
    write(out, planned.terms());
    write(out, planned.verdict());
    if (!planned.basis().isEmpty()) {
      out.field(BASIS, planned.basis());
    }
    HookForm.write(out, planned.marks());
  }

  static List<PlannedCall> readList(JsonReader in) {
    var calls = new ArrayList<PlannedCall>();
    in.at(CALLS).enterList();
    while (in.nextElement()) {
      in.enter();
      calls.add(in.leave(readPlanned(in)));
    }
    return calls;
  }

  static PlannedCall readPlanned(JsonReader in) {
    return new PlannedCall(
        readEffect(in),
        readFields(in),
        readTerms(in),
        readVerdict(in),
        Objects.requireNonNullElse(in.stringOrNull(BASIS), ""),
        HookForm.readMarks(in));
  }

  /// A call has no object of its own: the enclosing object has these fields.
  static void writeFields(JsonWriter out, ToolCall call) {
    out.field(CALL_ID, call.callId());
    out.field(TOOL, call.tool());
    TextForm.write(out, ARGUMENTS, call.arguments());
  }

  static ToolCall readFields(JsonReader in) {
    return new ToolCall(in.string(CALL_ID), in.string(TOOL), TextForm.read(in, ARGUMENTS));
  }

  private static void write(JsonWriter out, CallTerms terms) {
    out.name(TERMS);
    out.open();
    out.field(EFFECTS, EnumNames.of(terms.effects()));
    out.field(AFTER_CRASH, EnumNames.of(terms.afterCrash()));
    out.field(PACE, EnumNames.of(terms.pace()));
    out.close();
  }

  private static CallTerms readTerms(JsonReader in) {
    in.at(TERMS).enter();
    return in.leave(
        new CallTerms(
            EnumNames.effects(in.string(EFFECTS)),
            EnumNames.afterCrash(in.string(AFTER_CRASH)),
            EnumNames.pace(in.string(PACE))));
  }

  private static void write(JsonWriter out, Verdict verdict) {
    out.name(VERDICT);
    out.open();
    switch (verdict) {
      case Verdict.Allow(var rule) -> {
        out.field(IS, "allow");
        out.field(RULE, rule);
      }
      case Verdict.Ask(var rule, var why, var grant, var preview, var answerers) -> {
        out.field(IS, "ask");
        out.field(RULE, rule);
        out.field(WHY, why);
        out.field(GRANT, grant);
        TextForm.write(out, PREVIEW, preview);
        write(out, answerers);
      }
      case Verdict.Deny(var rule, var why) -> {
        out.field(IS, "deny");
        out.field(RULE, rule);
        out.field(WHY, why);
      }
      case Verdict.Reject(var reason) -> {
        out.field(IS, "reject");
        out.field(REASON, reason);
      }
    }
    out.close();
  }

  private static Verdict readVerdict(JsonReader in) {
    in.at(VERDICT).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "allow" -> new Verdict.Allow(in.string(RULE));
          case "ask" ->
              new Verdict.Ask(
                  in.string(RULE),
                  in.string(WHY),
                  in.string(GRANT),
                  TextForm.read(in, PREVIEW),
                  readAnswerers(in));
          case "deny" -> new Verdict.Deny(in.string(RULE), in.string(WHY));
          case "reject" -> new Verdict.Reject(in.string(REASON));
          default -> throw EnumNames.unknown(is);
        });
  }

  private static void write(JsonWriter out, ApprovalTerms answerers) {
    TextForm.writeUnlessEmpty(out, ANSWERERS, answerers.names());
    var within = answerers.timeout();
    if (within != null) {
      out.field(WITHIN, within.toString());
    }
  }

  private static ApprovalTerms readAnswerers(JsonReader in) {
    var names = TextForm.readListOrNone(in, ANSWERERS);
    var within = in.stringOrNull(WITHIN);
    return new ApprovalTerms(names, within == null ? null : FailureForm.duration(within));
  }
}
