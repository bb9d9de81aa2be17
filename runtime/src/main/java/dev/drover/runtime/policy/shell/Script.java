package dev.drover.runtime.policy.shell;

import java.util.List;
import java.util.Set;

/// What the parser found in a text.
///
/// @param assigned variables that get a value other than by an assignment of a command: by a loop,
///   an expansion, arithmetic
/// @param evaluated the names of the variables that arithmetic evaluates
/// @param opaque expansions whose outcome may be the outcome of code, each with the reason
/// @param arithmetic whether something in it is evaluated as arithmetic
/// @param code whether a text in it would run something if it were evaluated
record Script(
    List<SimpleCommand> commands,
    List<Assignment> assigned,
    Set<String> evaluated,
    Set<String> opaque,
    boolean arithmetic,
    boolean code) {}
