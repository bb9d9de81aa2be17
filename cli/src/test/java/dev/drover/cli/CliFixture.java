package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.InterruptSource;
import dev.drover.cli.environment.StandardStreams;
import dev.drover.cli.environment.Terminal;
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

/// Calls the program repeatedly in one folder, isolated from the machine: no environment, no home,
/// a fixed clock.
final class CliFixture {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final Path home;
  private boolean homeless;
  private final Map<String, String> environment = new HashMap<>();
  private Time time = new VirtualTime();
  private String user = "ada";
  private Terminal terminal = Terminal.NONE;
  private InputStream keyboard = InputStream.nullInputStream();
  private InterruptSource interrupts = _ -> {};

  /// @param place an empty folder
  CliFixture(Path place) {
    try {
      folder = Files.createDirectories(place.resolve("work")).toRealPath();
      home = Files.createDirectories(place.resolve("home")).toRealPath();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// The result of a call.
  record Result(int exit, String out, String err) {
    /// Parses each line as a JSON object; fails if one is not.
    List<JsonNode> json() {
      return out.lines().map(line -> JSON.readTree(line)).toList();
    }

    List<String> types() {
      return json().stream().map(line -> line.get("type").asString()).toList();
    }
  }

  Result call(String... args) {
    var out =
        keyboard instanceof PromptedInput typist ? typist.screen() : new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var streams =
        new StandardStreams(
            keyboard,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    var host =
        new CliEnvironment(
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

  /// The output of a successful call, independent of the place and time of the test.
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

  CliFixture write(String name, String content) {
    return write(folder.resolve(name), content);
  }

  CliFixture writeAtHome(String name, String content) {
    return write(home.resolve(name), content);
  }

  private CliFixture write(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// Trusts the files of the folder as they are now.
  CliFixture trusted() {
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

  /// From now on the system knows no home folder of this person.
  CliFixture homeless() {
    homeless = true;
    return this;
  }

  CliFixture variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /// Sets the calling user from now on.
  CliFixture user(String name) {
    user = name;
    return this;
  }

  CliFixture time(Time source) {
    time = source;
    return this;
  }

  /// From now on a person is at the terminal, and types these lines, one at each question.
  CliFixture typing(String lines) {
    terminal = new Terminal(true, true);
    environment.put("NO_COLOR", "1");
    environment.put("COLUMNS", "100");
    keyboard = new PromptedInput(lines);
    return this;
  }

  /// From now on a person is at the terminal, but does not answer.
  CliFixture silent() throws IOException {
    typing("");
    keyboard = new PipedInputStream(new PipedOutputStream());
    return this;
  }

  CliFixture piping(String input) {
    keyboard = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  CliFixture interruptedBy(InterruptSource source) {
    interrupts = source;
    return this;
  }
}
