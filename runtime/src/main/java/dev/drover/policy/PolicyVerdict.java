package dev.drover.policy;

/// The decision about a call.
///
/// @param rule the reason: a rule with its list, as in `deny bash(rm *)` or `granted read(=a.txt)`;
///   or `default`, `tool` (the tool requires an approval), `untrusted-and-secret`, `sandbox`,
///   `opaque` (code that no rule can read)
/// @param why for people, naming the part of the call that decided; empty if the call is allowed
///   and no explanation was requested
/// @param grant what an approval for the session, or for always, adds: one rule in a line, which
///   together allow no more than what was shown; empty if no approval is needed
public record PolicyVerdict(Policy.Default action, String rule, String why, String grant) {}
