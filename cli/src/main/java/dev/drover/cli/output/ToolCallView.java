package dev.drover.cli.output;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shows tool calls: questions, starts, output and outcomes.
///
/// Parallel calls are shown when they end, in the order in which they were requested; the others
/// when they begin.
final class ToolCallView {
  private static final int LINES_SHOWN = 10;
  private static final int LINES_LIVE = 200;
  private static final int LONGEST_NAME = 80;
  private static final String TAB = "  ";
  private static final Set<String> CHANGING = Set.of("edit", "write", "patch");

  private final ConsolePrinter out;
  private final TerminalStyle style;
  private final Function<Text, String> texts;
  private final ApprovalQuestionView questions;
  private final FormQuestionView forms;
  private final PlannedToolCalls calls;
  private final Map<EffectId, Output> outputs = new HashMap<>();
  private final Set<EffectId> previewed = new HashSet<>();
  private final Set<EffectId> declined = new HashSet<>();
  // Parallel calls that are not shown yet, in the order in which they were requested.
  private final Map<EffectId, @Nullable ToolOutcome> sideBySide = new LinkedHashMap<>();
  private @Nullable EffectId shown;

  ToolCallView(ConsolePrinter out, TerminalStyle style, Function<Text, String> texts) {
    this.out = out;
    this.style = style;
    this.texts = texts;
    this.questions = new ApprovalQuestionView(out, style);
    this.forms = new FormQuestionView(out, style);
    this.calls = new PlannedToolCalls(texts);
  }

  /// The output of a running tool so far.
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

  String describe(EffectId effect) {
    return calls.describe(effect);
  }

  void started(EffectId effect) {
    if (!sideBySide.containsKey(effect)) {
      header(effect);
    }
  }

  private void header(EffectId effect) {
    shown = effect;
    out.line(style.cyan(style.signs().call()), " ", named(effect));
    rewritten(effect);
  }

  /// A hook's text must not be mistaken for the model's.
  private void rewritten(EffectId effect) {
    var hooks = calls.rewriters(effect);
    if (!hooks.isEmpty()) {
      out.line(style.dim("  (arguments rewritten by hook " + hooks + ")"));
    }
  }

  private StyledText named(EffectId effect) {
    var tool = tool(calls.tool(effect));
    var subject = subject(effect);
    return subject.isEmpty()
        ? style.bold(tool)
        : StyledText.of(style.bold(tool), " ", StyledText.of(subject));
  }

  private String tool(String name) {
    return DisplayFormats.brief(name, Math.min(LONGEST_NAME, style.width() / 2), style.signs());
  }

  private String subject(EffectId effect) {
    int room = style.width() - VisibleText.columns(tool(calls.tool(effect))) - 3;
    return DisplayFormats.brief(calls.subject(effect), room, style.signs());
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

  /// A question of a tool, in the middle of a call of this run.
  void askedByTool(EffectId effect, String text, Form form, String schema) {
    shown = null;
    var name = calls.find(effect) == null ? style.bold("a tool") : named(effect);
    forms.show(name, text, form, schema);
  }

  /// A question about a call of this run.
  void asked(ApprovalQuestion question) {
    if (showForm(question)) {
      return;
    }
    var effect = question.id().effect();
    shown = effect;
    boolean isKnown = calls.find(effect) != null;
    heading(isKnown ? named(effect) : style.bold(tool(question.tool())), question);
    rewritten(effect);
    var words = texts.apply(question.preview()).stripTrailing();
    if (!isKnown || !words.equals(calls.subject(effect)) || !words.equals(subject(effect))) {
      previewed.add(effect);
      questions.brief(question.tool(), words);
    }
    questions.grant(question.grant());
  }

  /// A question about a call of another run.
  void askedElsewhere(ApprovalQuestion question) {
    shown = null;
    if (showForm(question)) {
      return;
    }
    heading(style.bold(tool(question.tool())), question);
    questions.brief(question.tool(), texts.apply(question.preview()).stripTrailing());
    questions.grant(question.grant());
  }

  /// Shows it if it is a question of a tool.
  ///
  /// @return whether it is one
  private boolean showForm(ApprovalQuestion question) {
    var asked = question.toolQuestion();
    if (asked == null) {
      return false;
    }
    forms.show(style.bold(tool(asked.tool())), asked.text(), asked.form(), asked.schema());
    return true;
  }

  private void heading(StyledText name, ApprovalQuestion question) {
    out.gap();
    out.line(style.yellow("?"), " ", name, "  ", style.dim(question.why()));
  }

  void answered(Event.ApprovalAnswered event) {
    if (!event.effect().equals(shown)) {
      shown = event.effect();
      out.line(style.yellow("?"), " ", named(event.effect()));
    }
    switch (event.answer()) {
      case ApprovalAnswer.Yes(var scope) -> {
        var reach =
            switch (scope) {
              case ONCE -> "";
              case SESSION -> ", for this session";
              case ALWAYS -> ", always";
            };
        out.line(style.green("  " + style.signs().good()), " yes" + reach + " ", by(event.by()));
      }
      case ApprovalAnswer.No(var reason, _) -> {
        declined.add(event.effect());
        out.line(
            style.red("  " + style.signs().bad()),
            " no ",
            by(event.by()),
            reason.isEmpty() ? "" : ": " + reason);
      }
    }
  }

  private StyledText by(String who) {
    return style.dim("(" + who + ")");
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
        out.line("  ", style.red(style.signs().bad() + " failed"));
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
    out.line("  ", style.red(style.signs().bad() + " " + words));
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

  /// Most of the content was shown while it was printed.
  private void afterOutput(Output output, String content) {
    var rest =
        content.startsWith(output.all.substring(0, output.printed))
            ? content.substring(output.printed)
            : output.all.substring(output.printed);
    rest.lines().filter(line -> !line.isEmpty()).forEach(line -> body(line, StyledText::of));
    if (output.lines > LINES_LIVE) {
      body(style.signs().more() + " more, which is not shown here", style::dim);
    }
  }

  private void excerpt(String tool, String text) {
    var lines = text.lines().toList();
    int end = lines.size() <= LINES_SHOWN + 1 ? lines.size() : LINES_SHOWN;
    for (var line : lines.subList(0, end)) {
      body(line, CHANGING.contains(tool) ? this::asDiff : StyledText::of);
    }
    if (end < lines.size()) {
      body(
          style.signs().more() + " " + DisplayFormats.count(lines.size() - end, "more line"),
          style::dim);
    }
  }

  private StyledText asDiff(String line) {
    if (line.startsWith("+")) {
      return style.green(line);
    }
    return line.startsWith("-") ? style.red(line) : StyledText.of(line);
  }

  private void body(String line, Function<String, StyledText> paint) {
    var plain = DisplayFormats.visible(line).replace("\t", TAB);
    var clipped = DisplayFormats.clipped(plain, style.width() - 4, style.signs());
    out.line("  ", style.dim(style.signs().bar()), " ", paint.apply(clipped));
  }
}
