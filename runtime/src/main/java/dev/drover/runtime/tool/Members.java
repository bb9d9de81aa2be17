package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.runtime.json.NotJson;
import dev.drover.spi.schema.SchemaFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an object may hold and must hold.
///
/// @param names of the properties with a schema of their own
/// @param schemas theirs, in the same order
/// @param required names, which need not be among those
/// @param others what all other properties must fit; null if it does not matter
record Members(
    List<String> names,
    List<PlainSchema> schemas,
    List<String> required,
    @Nullable PlainSchema others) {
  static final Members ANY = new Members(List.of(), List.of(), List.of(), null);

  /// What does not fit in the object that has begun: first what is wrong with what it has, in the
  /// order of the schema, then what is missing, then what should not be there.
  List<SchemaFault> faults(JsonTokens in) {
    var seen = new boolean[names.size()];
    Set<String> seenOthers = Set.of();
    List<Placed> faults = List.of();
    int place = -1;
    while (in.next() != JsonToken.END_OBJECT) {
      place = in.place(names, place + 1);
      if (place >= 0) {
        if (seen[place]) {
          throw twice(in);
        }
        seen[place] = true;
        in.next();
        faults = with(faults, place, schemas.get(place).faults(in), names.get(place));
      } else {
        seenOthers = seenOthers.isEmpty() ? new HashSet<>() : seenOthers;
        var name = in.text();
        if (!seenOthers.add(name)) {
          throw twice(in);
        }
        in.next();
        faults = other(faults, name, in);
      }
    }
    return withMissing(faults, seen, seenOthers);
  }

  private static NotJson twice(JsonTokens in) {
    return in.broken("the property %s is given twice".formatted(in.since(in.start())), in.start());
  }

  private List<Placed> other(List<Placed> faults, String name, JsonTokens in) {
    if (others == null || others.isNothing()) {
      PlainSchema.ANYTHING.faults(in);
      return others == null
          ? faults
          : with(faults, Integer.MAX_VALUE, List.of(SchemaFault.unknown(name, names)), "");
    }
    return with(faults, Integer.MAX_VALUE, others.faults(in), name);
  }

  private List<SchemaFault> withMissing(
      List<Placed> faults, boolean[] seen, Set<String> seenOthers) {
    var all = faults;
    for (var name : required) {
      int place = names.indexOf(name);
      if (place < 0 ? !seenOthers.contains(name) : !seen[place]) {
        all = with(all, names.size(), List.of(SchemaFault.missing(name)), "");
      }
    }
    return all.isEmpty()
        ? List.of()
        : all.stream()
            .sorted(Comparator.comparingInt(Placed::place))
            .flatMap(placed -> placed.faults.stream())
            .toList();
  }

  /// Faults, and where they stand among those of the object.
  private record Placed(int place, List<SchemaFault> faults) {}

  /// @param faults a list of our own, unless it is empty
  /// @param under the name of the property, empty if the faults have it already
  private static List<Placed> with(
      List<Placed> faults, int place, List<SchemaFault> more, String under) {
    if (more.isEmpty()) {
      return faults;
    }
    var all = faults.isEmpty() ? new ArrayList<Placed>() : faults;
    all.add(
        new Placed(
            place,
            under.isEmpty() ? more : more.stream().map(fault -> fault.under(under)).toList()));
    return all;
  }
}
