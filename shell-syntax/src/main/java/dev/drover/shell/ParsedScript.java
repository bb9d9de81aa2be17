package dev.drover.shell;

import java.util.List;
import java.util.Set;

/// The parser's findings in a text.
///
/// @param assigned variables that get a value other than by an assignment of a command: by a loop,
///   an expansion, arithmetic
/// @param evaluated the names of the variables that arithmetic evaluates
/// @param opaque expansions whose result may be the result of code, each with the reason
/// @param arithmetic whether any part of it is evaluated as arithmetic
/// @param code whether a text in it would run something if it were evaluated
record ParsedScript(
    List<SimpleCommand> commands,
    List<VariableAssignment> assigned,
    Set<String> evaluated,
    Set<String> opaque,
    boolean arithmetic,
    boolean code) {}
