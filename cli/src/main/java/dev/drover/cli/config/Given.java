package dev.drover.cli.config;

import dev.drover.cli.host.Refusal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// Something that was configured, and where.
///
/// @param values one, or several where a list makes sense
/// @param where for messages: `--store`, `DROVER_STORE`, `store in drover.yaml`
/// @param folder what a relative path is relative to
record Given(List<String> values, String where, Path folder) {
  Given {
    values = List.copyOf(values);
  }

  String text() {
    return values.getFirst();
  }

  Path path() {
    try {
      return folder.resolve(text()).normalize();
    } catch (InvalidPathException wrong) {
      throw wrong("'%s' is not a path: %s".formatted(text(), wrong.getReason()), "Give a file.");
    }
  }

  long number(long most) {
    if (text().matches("[0-9]{1,18}")) {
      long number = Long.parseLong(text());
      if (number >= 1 && number <= most) {
        return number;
      }
    }
    throw wrong("'%s' is not a number from 1 to %d".formatted(text(), most), "Give a number.");
  }

  Refusal wrong(String detail, String remedy) {
    return Refusal.usage("configuration_invalid", where + ": " + detail, remedy);
  }
}
