package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.policy.Checker.CallFacts;
import dev.drover.spi.tool.CallSubject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A guard that asks about everything is switched off. So the lines that coding agents run all day
/// pass if all lines are allowed and one program is denied.
@Tag("E2")
final class OrdinaryLinesTest {
  private static final Policy POLICY = Policy.parse("deny bash(rm *)\nallow bash(*)\n");

  /// Lines that need an approval: embedded code, files that are executed, variables that may change
  /// what programs do, and programs that run others.
  private static final List<String> ASKED =
      List.of(
          "sed -i '' 's/foo/bar/' a.txt",
          "npx tsc --noEmit",
          "source .venv/bin/activate && pytest",
          ". ~/.nvm/nvm.sh && nvm use 20",
          "python3 -c 'print(1)'",
          "python3 - <<'EOF'\nprint(1)\nEOF",
          "node -e 'console.log(1)'",
          "perl -pi -e 's/a/b/' x.txt",
          "DATABASE_URL=postgres://localhost/x npm test",
          "PYTHONPATH=src pytest",
          "export PATH=$PATH:~/.cargo/bin && cargo build",
          "uv run pytest -q",
          "docker run --rm alpine ls",
          "psql -c 'select 1'");

  private static List<String> lines() {
    try (var file = OrdinaryLinesTest.class.getResourceAsStream("ordinary-lines.txt")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.replace('␤', '\n'))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void onlyLinesWithCodeNeedAnApproval() {
    assertThat(lines()).hasSizeGreaterThan(280);
    assertThat(lines().stream().filter(line -> !isAllowed(line)))
        .containsExactlyInAnyOrderElementsOf(ASKED);
  }

  private static boolean isAllowed(String line) {
    var call = CallFacts.of("bash", new CallSubject.Shell(line));
    return PolicyEngine.judge(POLICY, List.of(), call).action() == Policy.Default.ALLOW;
  }
}
