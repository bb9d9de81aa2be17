package dev.drover.cli.screen;

import dev.drover.kernel.Answer;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Tool calls: what is asked, what is begun, what a tool prints, how it ends.
///
/// Calls that run side by side are shown when they end, in the order in which they were asked for;
/// the others when they begin.
final class CallView {
  private static final int LINES_SHOWN = 10;
  private static final int LINES_LIVE = 200;
  private static final int LONGEST_NAME = 80;
  private static final String TAB = "  ";
  private static final Set<String> CHANGING = Set.of("edit", "write", "patch");

  private final Printer out;
  private final Look look;
  private final Function<Text, String> texts;
  private final QuestionView questions;
  private final Calls calls;
  private final Map<EffectId, Output> outputs = new HashMap<>();
  private final Set<EffectId> previewed = new HashSet<>();
  private final Set<EffectId> declined = new HashSet<>();
  // Calls that run side by side and are not shown yet, in the order in which they were asked for.
  private final Map<EffectId, @Nullable ToolOutcome> sideBySide = new LinkedHashMap<>();
  private @Nullable EffectId shown;

  CallView(Printer out, Look look, Function<Text, String> texts) {
    this.out = out;
    this.look = look;
    this.texts = texts;
    this.questions = new QuestionView(out, look);
    this.calls = new Calls(texts);
  }

  /// What a running tool has printed so far.
  private static final class Output {
    final StringBuilder all = new StringBuilder();
    int printed;
    int lines;
  }

  void planned(List<PlannedCall> plan) {
    calls.plan(plan);
    sideBySide.clear();
    if (plan.size() > 1
        && plan.stream().allMatch(call -> call.terms().pace() == CallTerms.Pace.PARALLEL)) {
      plan.forEach(call -> sideBySide.put(call.effect(), null));
    }
  }

  String words(EffectId effect) {
    return calls.words(effect);
  }

  void started(EffectId effect) {
    if (!sideBySide.containsKey(effect)) {
      header(effect);
    }
  }

  private void header(EffectId effect) {
    shown = effect;
    out.line(look.cyan(look.signs().call()), " ", named(effect));
    rewritten(effect);
  }

  /// Whoever reads along must not take a hook's words for the model's.
  private void rewritten(EffectId effect) {
    var hooks = calls.rewriters(effect);
    if (!hooks.isEmpty()) {
      out.line(look.dim("  (arguments rewritten by hook " + hooks + ")"));
    }
  }

  private StyledText named(EffectId effect) {
    var tool = tool(calls.tool(effect));
    var subject = subject(effect);
    return subject.isEmpty()
        ? look.bold(tool)
        : StyledText.of(look.bold(tool), " ", StyledText.of(subject));
  }

  private String tool(String name) {
    return Wording.brief(name, Math.min(LONGEST_NAME, look.width() / 2), look.signs());
  }

  private String subject(EffectId effect) {
    int room = look.width() - VisibleText.columns(tool(calls.tool(effect))) - 3;
    return Wording.brief(calls.subject(effect), room, look.signs());
  }

  void printed(EffectId effect, String text) {
    var output = outputs.computeIfAbsent(effect, _ -> new Output());
    output.all.append(text);
    int end = output.all.lastIndexOf("\n") + 1;
    if (end > output.printed) {
      live(effect, output, end);
    }
  }

  private void live(EffectId effect, Output output, int end) {
    if (!effect.equals(shown)) {
      header(effect);
    }
    for (var line : output.all.substring(output.printed, end).split("\n", -1)) {
      if (!line.isEmpty() && ++output.lines <= LINES_LIVE) {
        body(line, StyledText::of);
      }
    }
    output.printed = end;
  }

  /// The question of a call of this run.
  void asked(Question question) {
    var effect = question.id().effect();
    shown = effect;
    boolean isKnown = calls.find(effect) != null;
    heading(isKnown ? named(effect) : look.bold(tool(question.tool())), question);
    rewritten(effect);
    var words = texts.apply(question.preview()).stripTrailing();
    if (!isKnown || !words.equals(calls.subject(effect)) || !words.equals(subject(effect))) {
      previewed.add(effect);
      questions.brief(question.tool(), words);
    }
    questions.grant(question.grant());
  }

  /// The question of a call that is not one of this run.
  void askedElsewhere(Question question) {
    shown = null;
    heading(look.bold(tool(question.tool())), question);
    questions.brief(question.tool(), texts.apply(question.preview()).stripTrailing());
    questions.grant(question.grant());
  }

  private void heading(StyledText name, Question question) {
    out.gap();
    out.line(look.yellow("?"), " ", name, "  ", look.dim(question.why()));
  }

  void answered(Event.ApprovalAnswered event) {
    if (!event.effect().equals(shown)) {
      shown = event.effect();
      out.line(look.yellow("?"), " ", named(event.effect()));
    }
    switch (event.answer()) {
      case Answer.Yes(var scope) -> {
        var reach =
            switch (scope) {
              case ONCE -> "";
              case SESSION -> ", for this session";
              case ALWAYS -> ", always";
            };
        out.line(look.green("  " + look.signs().good()), " yes" + reach + " ", by(event.by()));
      }
      case Answer.No(var reason, _) -> {
        declined.add(event.effect());
        out.line(
            look.red("  " + look.signs().bad()),
            " no ",
            by(event.by()),
            reason.isEmpty() ? "" : ": " + reason);
      }
    }
  }

  private StyledText by(String who) {
    return look.dim("(" + who + ")");
  }

  void settled(EffectId effect, ToolOutcome outcome) {
    if (!sideBySide.containsKey(effect)) {
      show(effect, outcome);
      return;
    }
    sideBySide.put(effect, outcome);
    var calls = sideBySide.entrySet().iterator();
    while (calls.hasNext()) {
      var first = calls.next();
      var end = first.getValue();
      if (end == null) {
        return;
      }
      calls.remove();
      show(first.getKey(), end);
    }
  }

  private void show(EffectId effect, ToolOutcome outcome) {
    if (!effect.equals(shown)) {
      header(effect);
    }
    switch (outcome) {
      case ToolOutcome.Succeeded(var content, _) -> ended(effect, texts.apply(content));
      case ToolOutcome.Failed(var reason) -> {
        ended(effect, texts.apply(reason));
        out.line("  ", look.red(look.signs().bad() + " failed"));
      }
      case ToolOutcome.Refused(var reason) -> bad("refused: " + reason);
      case ToolOutcome.Denied(var by, var reason) -> {
        // The answer is on the line before.
        if (!declined.remove(effect)) {
          bad("denied by " + by + (reason.isEmpty() ? "" : ": " + reason));
        }
      }
      case ToolOutcome.Unknown(var why) -> bad("outcome unknown: " + why);
      case ToolOutcome.Cancelled(var why) -> bad("cancelled: " + why);
    }
    outputs.remove(effect);
    shown = null;
  }

  private void bad(String words) {
    out.line("  ", look.red(look.signs().bad() + " " + words));
  }

  private void ended(EffectId effect, String content) {
    var output = outputs.get(effect);
    if (output != null) {
      afterOutput(output, content);
    } else if (previewed.contains(effect)) {
      content.lines().limit(1).forEach(line -> body(line, StyledText::of));
    } else {
      excerpt(calls.tool(effect), content.stripTrailing());
    }
  }

  /// Most of it was seen while it was printed.
  private void afterOutput(Output output, String content) {
    var rest =
        content.startsWith(output.all.substring(0, output.printed))
            ? content.substring(output.printed)
            : output.all.substring(output.printed);
    rest.lines().filter(line -> !line.isEmpty()).forEach(line -> body(line, StyledText::of));
    if (output.lines > LINES_LIVE) {
      body(look.signs().more() + " more, which is not shown here", look::dim);
    }
  }

  private void excerpt(String tool, String text) {
    var lines = text.lines().toList();
    int end = lines.size() <= LINES_SHOWN + 1 ? lines.size() : LINES_SHOWN;
    for (var line : lines.subList(0, end)) {
      body(line, CHANGING.contains(tool) ? this::asDiff : StyledText::of);
    }
    if (end < lines.size()) {
      body(look.signs().more() + " " + Wording.count(lines.size() - end, "more line"), look::dim);
    }
  }

  private StyledText asDiff(String line) {
    if (line.startsWith("+")) {
      return look.green(line);
    }
    return line.startsWith("-") ? look.red(line) : StyledText.of(line);
  }

  private void body(String line, Function<String, StyledText> paint) {
    var plain = Wording.seen(line).replace("\t", TAB);
    var clipped = Wording.clipped(plain, look.width() - 4, look.signs());
    out.line("  ", look.dim(look.signs().bar()), " ", paint.apply(clipped));
  }
}
