package dev.drover.model.script;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.text.IoErrors;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Plays a [ModelScript]. It is stateless: the next turn is the number of assistant messages in the
/// request, so a run that was killed continues where it was, in this process or in another.
///
/// The stream of a reply consists of words, calls and an end; a turn's pause is between them. A
/// word is emitted before the pause that follows it, so a watcher that has seen it knows that the
/// model is still answering.
public final class ScriptedModel implements Model {
  /// The reply after the last turn of the script.
  public static final String END = "(end of script)";

  private static final Pattern WORD = Pattern.compile("\\S+\\s*|\\s+");
  private static final int QUOTED = 200;

  private final String name;
  private final ModelScript script;
  private final Pause pause;

  /// @param name without the provider; `script/` is prepended
  public ScriptedModel(String name, ModelScript script, Time time) {
    this(name, script, length -> time.sleepUntil(time.now().plus(length)));
  }

  private ScriptedModel(String name, ModelScript script, Pause pause) {
    this.name = "script/" + name;
    this.script = script;
    this.pause = pause;
  }

  /// Performs a pause of the script.
  private interface Pause {
    void last(Duration length) throws InterruptedException;
  }

  /// @throws PortException if the file does not exist or is not a script; with the place and the
  ///   reason
  public static ScriptedModel load(Path file, Time time) {
    String yaml;
    try {
      yaml = Files.readString(file);
    } catch (IOException unreadable) {
      throw new PortException(
          new Problem(
              "script_unreadable",
              "The script cannot be read",
              "%s: %s".formatted(file, IoErrors.describe(unreadable)),
              "Give the path of a YAML file in UTF-8."),
          unreadable);
    }
    return of(file, yaml, time);
  }

  /// @param file gives the model its name; it is not read
  /// @param yaml the content of the file
  /// @throws PortException if this is not a script; with the place and the reason
  public static ScriptedModel of(Path file, String yaml, Time time) {
    var fileName = file.getFileName().toString();
    int dot = fileName.lastIndexOf('.');
    return new ScriptedModel(
        dot > 0 ? fileName.substring(0, dot) : fileName,
        ScriptReader.read(file.toString(), yaml),
        time);
  }

  /// @throws PortException if this is not a script; with the place and the reason
  public static ScriptedModel parse(String yaml, Time time) {
    return new ScriptedModel("inline", ScriptReader.read("script", yaml), time);
  }

  /// The same, with pauses in real time.
  ///
  /// @throws PortException if this is not a script; with the place and the reason
  public static ScriptedModel parse(String yaml) {
    return new ScriptedModel("inline", ScriptReader.read("script", yaml), ScriptedModel::pass);
  }

  private static void pass(Duration length) throws InterruptedException {
    boolean isEarly = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
    assert !isEarly;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    int number =
        1 + (int) request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    var turn = script.turn(request.agent(), number).orElse(ScriptTurn.say(END));
    mustBeExpected(turn, number, request);
    var fault = script.fault(request.agent(), number, request.attempt()).orElse(null);
    if (fault instanceof ScriptFault.Status status) {
      throw refused(status, number, request.attempt());
    }
    var cut = fault instanceof ScriptFault.Cut(var where) ? where : null;
    stream(turn, deltas, cut, number);
    return reply(turn, number);
  }

  private void stream(
      ScriptTurn turn, Delta.Sink deltas, ScriptFault.@Nullable Where cut, int number)
      throws ModelException, InterruptedException {
    speak(turn.reasoning(), Delta.ReasoningDelta::new, turn.pause(), deltas);
    if (cut == ScriptFault.Where.BEFORE_TEXT) {
      throw broken(number);
    }
    speak(turn.text(), Delta.TextDelta::new, turn.pause(), deltas);
    if (cut == ScriptFault.Where.AFTER_TEXT) {
      throw broken(number);
    }
    for (int i = 0; i < turn.calls().size(); i++) {
      rest(turn.pause());
    }
  }

  private void speak(String text, Function<String, Delta> delta, Duration pause, Delta.Sink deltas)
      throws InterruptedException {
    for (var word : WORD.matcher(text).results().map(MatchResult::group).toList()) {
      deltas.accept(delta.apply(word));
      rest(pause);
    }
  }

  private void rest(Duration pause) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the model was told to stop");
    }
    if (!pause.isZero()) {
      this.pause.last(pause);
    }
  }

  private static ModelReply reply(ScriptTurn turn, int number) {
    var blocks = new ArrayList<ContentBlock>();
    if (!turn.reasoning().isEmpty()) {
      blocks.add(new ContentBlock.Reasoning(Text.of(turn.reasoning())));
    }
    if (!turn.text().isEmpty()) {
      blocks.add(new ContentBlock.Prose(Text.of(turn.text())));
    }
    int n = 0;
    for (var call : turn.calls()) {
      var id = "call-%d-%d".formatted(number, ++n);
      blocks.add(new ContentBlock.Call(new ToolCall(id, call.tool(), Text.of(call.arguments()))));
    }
    return new ModelReply(blocks, stop(turn), turn.usage());
  }

  private static ModelReply.StopReason stop(ScriptTurn turn) {
    return switch (turn.stop()) {
      case DONE ->
          turn.calls().isEmpty() ? ModelReply.StopReason.DONE : ModelReply.StopReason.CALLS;
      case LENGTH -> ModelReply.StopReason.LENGTH;
      case REFUSED -> ModelReply.StopReason.REFUSED;
    };
  }

  private void mustBeExpected(ScriptTurn turn, int number, ModelRequest request)
      throws ModelException {
    var last = request.messages().isEmpty() ? "" : words(request.messages().getLast(), request);
    if (!Pattern.compile(turn.expect()).matcher(last).find()) {
      throw failed(
          Failure.lasting(
              new Problem(
                  "script_expectation_failed",
                  "The script expected something else",
                  "%s expects at turn %d that the last message matches '%s'; it is '%s'"
                      .formatted(name, number, turn.expect(), quote(last)),
                  "Find out what changed before this turn, or change the script.")));
    }
  }

  private static String words(Message message, ModelRequest request) {
    return switch (message) {
      case Message.User(var text, var media) -> request.read(text) + attached(media);
      case Message.Assistant(var blocks, _) -> prose(blocks, request);
      case Message.ToolResult(_, _, _, var outcome, _) ->
          switch (outcome) {
            case ToolOutcome.Succeeded(var content, _) -> request.read(content);
            case ToolOutcome.Failed(var reason) -> request.read(reason);
            case ToolOutcome.Refused(var reason) -> reason;
            case ToolOutcome.Denied(var by, var reason) -> "denied by %s: %s".formatted(by, reason);
            case ToolOutcome.Unknown(var why) -> why;
            case ToolOutcome.Cancelled(var why) -> why;
          };
    };
  }

  /// A script can expect the attachments of a prompt: a line for each, such as `[image/png, 70
  /// bytes]`.
  private static String attached(List<Media> media) {
    return media.stream()
        .map(each -> "\n[%s, %d bytes]".formatted(each.type(), each.bytes()))
        .collect(Collectors.joining());
  }

  private static String prose(List<ContentBlock> blocks, ModelRequest request) {
    return blocks.stream()
        .map(block -> block instanceof ContentBlock.Prose(var text) ? request.read(text) : "")
        .collect(Collectors.joining());
  }

  private static String quote(String text) {
    return text.codePointCount(0, text.length()) <= QUOTED
        ? text
        : text.substring(0, text.offsetByCodePoints(0, QUOTED)) + "…";
  }

  private ModelException refused(ScriptFault.Status fault, int number, int attempt) {
    return failed(
        new Failure(
            new Problem(
                fault.code(),
                "The model did not answer",
                "%s answers turn %d, attempt %d, with status %d"
                    .formatted(name, number, attempt, fault.status()),
                "This fault is part of the script."),
            fault.retry()));
  }

  private ModelException broken(int number) {
    return failed(
        new Failure(
            new Problem(
                ModelException.Kind.BROKEN.code(),
                "The reply broke off",
                "%s ends its stream at turn %d without an end marker".formatted(name, number),
                "This fault is part of the script."),
            new Failure.Retry.Later(Duration.ZERO)));
  }

  private static ModelException failed(Failure failure) {
    return new ModelException(failure, null);
  }
}
