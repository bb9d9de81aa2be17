package dev.drover.architecture.source;

import java.util.List;
import javax.lang.model.util.Types;

/// Sources with types, and the utilities to compare them.
public record TypedSources(List<ParsedSource> sources, Types types) {

  public TypedSources {
    sources = List.copyOf(sources);
  }
}
