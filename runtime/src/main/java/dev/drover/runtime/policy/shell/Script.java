package dev.drover.runtime.policy.shell;

import java.util.List;
import java.util.Set;

/// What the parser found in a text.
///
/// @param assigned the names of all variables that anything in it gives a value to
/// @param arithmetic whether something in it is evaluated as arithmetic
/// @param code whether a text in it would run something if it were evaluated
record Script(
    List<SimpleCommand> commands, Set<String> assigned, boolean arithmetic, boolean code) {}
