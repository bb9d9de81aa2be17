package dev.drover.runtime.policy;

/// What is to be done with a call.
///
/// @param rule what decided: a rule with its list, as in `deny bash(rm *)` or `granted
///   read(=a.txt)`; or `default`, `tool` (it wants a person to be asked), `untrusted-and-secret`,
///   `sandbox`, `opaque` (code that no rule can look into)
/// @param why for people, naming the part of the call that decided; empty where it is allowed and
///   nobody asked for an explanation
/// @param grant what a yes for the session, or for always, adds: rules, one in a line, that allow
///   no more than what was shown; empty where nobody is asked
public record Ruling(Policy.Default action, String rule, String why, String grant) {}
