package dev.drover.schema.plain;

import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The allowed and the required properties of an object.
///
/// @param names of the properties with their own schema
/// @param schemas of these, in the same order
/// @param required names, which need not be among those
/// @param others the schema of all other properties; null if there is none
record ObjectMembers(
    List<String> names,
    List<PlainSchema> schemas,
    List<String> required,
    @Nullable PlainSchema others) {
  static final ObjectMembers ANY = new ObjectMembers(List.of(), List.of(), List.of(), null);

  /// The violations in the current object: first those of its known properties, in the order of the
  /// schema, then missing properties, then unexpected ones.
  List<SchemaViolation> faults(JsonTokenReader in) {
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

  private static InvalidJson twice(JsonTokenReader in) {
    return in.broken("the property %s is given twice".formatted(in.since(in.start())), in.start());
  }

  private List<Placed> other(List<Placed> faults, String name, JsonTokenReader in) {
    if (others == null || others.isNothing()) {
      PlainSchema.ANYTHING.faults(in);
      return others == null
          ? faults
          : with(faults, Integer.MAX_VALUE, List.of(SchemaViolation.unknown(name, names)), "");
    }
    return with(faults, Integer.MAX_VALUE, others.faults(in), name);
  }

  private List<SchemaViolation> withMissing(
      List<Placed> faults, boolean[] seen, Set<String> seenOthers) {
    var all = faults;
    for (var name : required) {
      int place = names.indexOf(name);
      if (place < 0 ? !seenOthers.contains(name) : !seen[place]) {
        all = with(all, names.size(), List.of(SchemaViolation.missing(name)), "");
      }
    }
    return all.isEmpty()
        ? List.of()
        : all.stream()
            .sorted(Comparator.comparingInt(Placed::place))
            .flatMap(placed -> placed.faults.stream())
            .toList();
  }

  /// Violations, with their rank among those of the object.
  private record Placed(int place, List<SchemaViolation> faults) {}

  /// @param faults a mutable list, unless it is empty
  /// @param under the name of the property, empty if the violations contain it already
  private static List<Placed> with(
      List<Placed> faults, int place, List<SchemaViolation> more, String under) {
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
