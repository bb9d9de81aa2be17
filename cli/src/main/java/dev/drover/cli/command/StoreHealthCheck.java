package dev.drover.cli.command;

import dev.drover.cli.command.DoctorFinding.Health;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.cli.runtime.JournalCheck;
import dev.drover.problem.DroverException;
import dev.drover.spi.PortException;
import dev.drover.store.postgres.PostgresDiagnosis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;

/// Checks that the store exists, is intact and writable. A large store is checked in part, and the
/// finding says how much was checked.
final class StoreHealthCheck {
  private static final String CHECK = "store";
  private static final Duration LONGEST = Duration.ofSeconds(4);
  private static final long MOST_EVENTS = 100_000;

  private StoreHealthCheck() {}

  static DoctorFinding of(CliInvocation call) {
    var server = call.loadSettings().store().server();
    if (server != null) {
      return ofServer(server);
    }
    var file = call.loadSettings().store().file();
    if (!Files.exists(file)) {
      return isWritable(file)
          ? new DoctorFinding(CHECK, Health.OK, file + " (not there yet; the first run makes it)")
          : new DoctorFinding(CHECK, Health.BAD, file + " (not there, and cannot be made)");
    }
    try (var runtime =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ)
            .orElseThrow()) {
      return of(runtime, isWritable(file));
    } catch (DroverException broken) {
      return new DoctorFinding(CHECK, Health.BAD, broken.problem().toString());
    }
  }

  /// The tables of a server are checked by the server; this looks at what a process needs of it.
  private static DoctorFinding ofServer(String server) {
    try {
      var diagnosis = PostgresDiagnosis.of(server);
      var detail = String.join("; ", diagnosis.facts());
      return diagnosis.gaps().isEmpty()
          ? new DoctorFinding(CHECK, Health.OK, detail)
          : new DoctorFinding(
              CHECK, Health.BAD, detail + "; " + String.join("; ", diagnosis.gaps()));
    } catch (PortException broken) {
      return new DoctorFinding(CHECK, Health.BAD, broken.problem().toString());
    }
  }

  private static DoctorFinding of(CliRuntime runtime, boolean isWritable) {
    var inspection = runtime.store().inspect(LONGEST);
    var rows = runtime.queries().sessions();
    var journals = JournalCheck.of(runtime.queries(), rows, MOST_EVENTS);
    var damage = new ArrayList<>(inspection.damage());
    journals.problems().values().forEach(found -> damage.add(found.problem().detail()));
    var checked = new ArrayList<>(inspection.checked());
    checked.add("events of %d of %s".formatted(journals.checked(), sessions(rows.size())));
    var detail =
        "%s, %s; checked: %s"
            .formatted(
                runtime.store().description(), sessions(rows.size()), String.join(", ", checked));
    if (!damage.isEmpty()) {
      return new DoctorFinding(
          CHECK, Health.BAD, "%s; damaged: %s".formatted(detail, String.join("; ", damage)));
    }
    return isWritable
        ? new DoctorFinding(CHECK, Health.OK, detail)
        : new DoctorFinding(
            CHECK, Health.BAD, detail + "; not writable: it can be read, and nothing can be run");
  }

  private static String sessions(int count) {
    return DisplayFormats.count(count, "session");
  }

  /// Checks the file, or the nearest existing folder if there is no file yet.
  private static boolean isWritable(Path file) {
    for (var place = file.toAbsolutePath(); place != null; place = place.getParent()) {
      if (Files.exists(place)) {
        return Files.isWritable(place);
      }
    }
    return false;
  }
}
