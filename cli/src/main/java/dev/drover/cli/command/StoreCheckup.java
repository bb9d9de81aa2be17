package dev.drover.cli.command;

import dev.drover.cli.command.Finding.Health;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.cli.work.JournalCheck;
import dev.drover.runtime.problem.DroverException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;

/// Says whether the store is there, whole, and can be written. A large store is checked in part,
/// and the finding says how much of it was.
final class StoreCheckup {
  private static final String CHECK = "store";
  private static final Duration LONGEST = Duration.ofSeconds(4);
  private static final long MOST_EVENTS = 100_000;

  private StoreCheckup() {}

  static Finding of(Call call) {
    var file = call.settings().store().file();
    if (!Files.exists(file)) {
      return isWritable(file)
          ? new Finding(CHECK, Health.OK, file + " (not there yet; the first run makes it)")
          : new Finding(CHECK, Health.BAD, file + " (not there, and cannot be made)");
    }
    try (var bench = Bench.find(call.settings(), call.host().time(), Purpose.LOOK).orElseThrow()) {
      return of(bench, isWritable(file));
    } catch (DroverException broken) {
      return new Finding(CHECK, Health.BAD, broken.problem().toString());
    }
  }

  private static Finding of(Bench bench, boolean isWritable) {
    var inspection = bench.store().inspect(LONGEST);
    var rows = bench.archive().sessions();
    var journals = JournalCheck.of(bench.archive(), rows, MOST_EVENTS);
    var damage = new ArrayList<>(inspection.damage());
    journals.problems().values().forEach(found -> damage.add(found.problem().detail()));
    var checked = new ArrayList<>(inspection.checked());
    checked.add("events of %d of %s".formatted(journals.checked(), sessions(rows.size())));
    var detail =
        "%s, %s; checked: %s"
            .formatted(
                bench.store().description(), sessions(rows.size()), String.join(", ", checked));
    if (!damage.isEmpty()) {
      return new Finding(
          CHECK, Health.BAD, "%s; damaged: %s".formatted(detail, String.join("; ", damage)));
    }
    return isWritable
        ? new Finding(CHECK, Health.OK, detail)
        : new Finding(
            CHECK, Health.BAD, detail + "; not writable: it can be read, and nothing can be run");
  }

  private static String sessions(int count) {
    return Wording.count(count, "session");
  }

  /// A file can be written, or, if it is not there, the nearest folder that is.
  private static boolean isWritable(Path file) {
    for (var place = file.toAbsolutePath(); place != null; place = place.getParent()) {
      if (Files.exists(place)) {
        return Files.isWritable(place);
      }
    }
    return false;
  }
}
