package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.host.Host;
import dev.drover.cli.host.Interrupts;
import dev.drover.cli.host.Streams;
import dev.drover.cli.host.Terminal;
import dev.drover.spi.time.Time;
import dev.drover.testkit.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Somebody who calls the program, in one folder, again and again. Nothing of the machine shows
/// through: no environment, no home, a clock that stands still.
final class Desk {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final Path home;
  private boolean homeless;
  private final Map<String, String> environment = new HashMap<>();
  private Time time = new VirtualTime();
  private String user = "ada";
  private Terminal terminal = Terminal.NONE;
  private InputStream keyboard = InputStream.nullInputStream();
  private Interrupts interrupts = _ -> {};

  /// @param place an empty folder
  Desk(Path place) {
    try {
      folder = Files.createDirectories(place.resolve("work")).toRealPath();
      home = Files.createDirectories(place.resolve("home")).toRealPath();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// What a call came to.
  record Result(int exit, String out, String err) {
    /// Each line as a JSON object; fails if one is not.
    List<JsonNode> json() {
      return out.lines().map(line -> JSON.readTree(line)).toList();
    }

    List<String> types() {
      return json().stream().map(line -> line.get("type").asString()).toList();
    }
  }

  Result call(String... args) {
    var out =
        keyboard instanceof PromptedTypist typist ? typist.screen() : new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var streams =
        new Streams(
            keyboard,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    var host =
        new Host(
            environment,
            folder,
            homeless ? Path.of("?") : home,
            user,
            streams,
            terminal,
            time,
            interrupts);
    int exit = Main.run(host, args);
    return new Result(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// What a call that went well printed. Where and when these tests run makes no difference.
  String plain(Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    return result
        .out()
        .replace(folder.toString(), "HERE")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "DATE AND TIME")
        .replaceAll("\\d\\d:\\d\\d:\\d\\d", "CLOCKED!")
        .replaceAll("DATE AND TIME      ", "DATE AND TIME");
  }

  Desk write(String name, String content) {
    return write(folder.resolve(name), content);
  }

  Desk writeAtHome(String name, String content) {
    return write(home.resolve(name), content);
  }

  private Desk write(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// Trusts the files of the folder as they are now.
  Desk trusted() {
    var typed = keyboard;
    var seen = terminal;
    terminal = Terminal.NONE;
    var result = piping("y\n").call("trust");
    assertThat(result.exit()).as(result.toString()).isZero();
    keyboard = typed;
    terminal = seen;
    return this;
  }

  Path folder() {
    return folder;
  }

  /// From now on the system knows no home of this person.
  Desk homeless() {
    homeless = true;
    return this;
  }

  Desk variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /// Who calls the program from now on.
  Desk user(String name) {
    user = name;
    return this;
  }

  Desk time(Time source) {
    time = source;
    return this;
  }

  /// From now on a person is at the terminal, and types these lines, one at each question.
  Desk typing(String lines) {
    terminal = new Terminal(true, true);
    environment.put("NO_COLOR", "1");
    environment.put("COLUMNS", "100");
    keyboard = new PromptedTypist(lines);
    return this;
  }

  /// From now on a person is at the terminal, and does not say a word.
  Desk silent() throws IOException {
    typing("");
    keyboard = new PipedInputStream(new PipedOutputStream());
    return this;
  }

  Desk piping(String input) {
    keyboard = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  Desk interruptedBy(Interrupts source) {
    interrupts = source;
    return this;
  }
}
