package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.secret.SecretRedactor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real code contains no secrets: every mask in it is a false alarm.
@Tag("E9")
@Timeout(120)
final class SecretPrecisionTest {
  private static final int EVERYDAY = 1_500;
  private static final int PER_ALARM = 100_000;

  private final List<String> alarms = new ArrayList<>();
  private long lines;

  @Test
  void theSourcesOfThisProjectHaveNoSecret() throws IOException {
    try (var all = Files.walk(Path.of(".."))) {
      for (var file : all.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (file.toString().contains("/src/main/")) {
          look(file.toString(), Files.readString(file));
        }
      }
    }
    assertThat(lines).isPositive();
    assertThat(alarms).isEmpty();
  }

  @Test
  void hardlyAnyLineOfThePlatformIsTakenForASecret() throws IOException {
    lookAtPlatform(EVERYDAY);
  }

  @Test
  @Tag("long")
  void hardlyAnyLineOfTheWholePlatformIsTakenForASecret() throws IOException {
    lookAtPlatform(Integer.MAX_VALUE);
  }

  private void lookAtPlatform(int most) throws IOException {
    var sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    Assumptions.assumeTrue(Files.exists(sources), "this JDK comes without its sources");
    try (var zip = new ZipFile(sources.toFile())) {
      for (var entry : zip.stream().limit(most).toList()) {
        try (var content = zip.getInputStream(entry)) {
          look(entry.getName(), new String(content.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    assertThat(alarms.size()).as("%s", alarms).isLessThanOrEqualTo((int) (lines / PER_ALARM));
  }

  private void look(String name, String text) {
    lines += text.lines().count();
    if (SecretRedactor.KNOWN_SHAPES.hasSecret(text)) {
      alarms.add(name);
    }
  }
}
