package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Inputs found by a coverage-guided fuzzer, each reader for a limited time in a process of its
/// own: the fuzzer instruments classes, and is native code.
///
/// `-Ddrover.fuzz.seconds=600` runs longer.
@Tag("long")
final class CoverageGuidedTest {
  private static final int SECONDS = Integer.getInteger("drover.fuzz.seconds", 25);

  /// Time to start, to finish the last input, and to write its findings.
  private static final int GRACE = 120;

  /// The fuzzer's built-in checks for regular expressions and paths from untrusted text, which are
  /// intended here.
  private static final List<String> DISABLED_CHECKS =
      List.of("RegexInjection", "FilePathTraversal", "FileReadWrite");

  private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs");

  @ParameterizedTest
  @EnumSource
  void noInputFoundByTheFuzzerBreaksAGuarantee(FuzzReaders reader, @TempDir Path folder)
      throws IOException, InterruptedException {
    var log = folder.resolve("fuzzer.log");
    var found = Files.createDirectory(folder.resolve("found"));
    var process =
        new ProcessBuilder(command(reader, folder, found))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(SECONDS + GRACE, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    var output = Files.readString(log, StandardCharsets.ISO_8859_1);
    assertThat(ended).as("it ended in time; it said\n" + end(output)).isTrue();
    assertThat(process.exitValue())
        .as("keep the input that is named here in %s\n%s", reader.corpus(), end(output))
        .isZero();
    var runs = RUNS.matcher(output);
    assertThat(runs.find()).as(end(output)).isTrue();
    assertThat(Long.parseLong(runs.group(1))).as("runs").isGreaterThan(10L * SECONDS);
  }

  private static List<String> command(FuzzReaders reader, Path folder, Path found) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-Xss1m", "-XX:+EnableDynamicAgentLoading"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:-UsePerfData"));
    command.addAll(List.of("--sun-misc-unsafe-memory-access=allow"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + FuzzerEntry.class.getName());
    command.add("--target_args=" + reader.name());
    command.add("--instrumentation_includes=dev.drover.**:org.snakeyaml.**");
    command.add("--instrumentation_excludes=dev.drover.fuzz.**");
    command.add("--disabled_hooks=" + String.join(":", disabledChecks()));
    command.add("--reproducer_path=" + folder);
    command.add("-max_total_time=" + SECONDS);
    command.addAll(
        List.of("-timeout=60", "-rss_limit_mb=0", "-max_len=8192", "-print_final_stats=1"));
    command.add("-artifact_prefix=" + folder + "/");
    command.add(found.toString());
    for (var corpus : FuzzCorpus.folders(reader)) {
      command.add(corpus.toAbsolutePath().normalize().toString());
    }
    return command;
  }

  private static List<String> disabledChecks() {
    return DISABLED_CHECKS.stream()
        .map(hook -> "com.code_intelligence.jazzer.sanitizers." + hook)
        .toList();
  }

  private static String end(String output) {
    return output.substring(Math.max(0, output.length() - 6_000));
  }
}
