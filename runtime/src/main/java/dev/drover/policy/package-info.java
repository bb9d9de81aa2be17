/// Permissions. One engine judges every call; its verdict is journaled with the name of the rule
/// and is not evaluated again.
///
/// # The order
///
/// 1. A denial by a hook, which is decided before the engine is asked.
/// 2. Deny rules. They always win. So does a sandbox that is required and missing.
/// 3. The tool's own escalation, and a redirection that writes one of
///    [dev.drover.spi.workspace.ConfigurationPaths]: the call needs an approval, regardless of
///    allow rules and grants.
/// 4. The flow rule: a session that has read both untrusted and secret data needs an approval for
///    every call that can send data out, regardless of allow rules and grants.
/// 5. Ask rules, allow rules, and grants. The most specific one that matches decides; in a tie a
///    grant wins over ask, and ask over allow.
/// 6. A tool without a sandbox needs an approval.
/// 7. The policy's default.
///
/// Each subject of a call is judged separately, as is each command and each redirection of a shell
/// line. The strictest verdict applies to the call.
///
/// # Two ways to match
///
/// A rule that restricts (deny, ask) applies where it *may* match; a rule that allows, and a grant,
/// only where it certainly matches. Uncertain cases are therefore always decided for the worst:
///
/// | | a plain command | an opaque command or line | hidden, or a line that cannot be read |
/// | --- | --- | --- | --- |
/// | `deny bash`, `ask bash` | matches | matches | matches |
/// | `deny bash(rm *)`, `ask bash(rm *)` | by its words with and without options, an unknown word being any words, and by the last part of its name | by its words | matches |
/// | `allow bash` | matches | matches, unless a deny or ask rule of the tool has a pattern: then a person is asked (`opaque`) | the same |
/// | `allow bash(*)` | matches | no | no |
/// | `allow bash(x *)` | by its words, the name as written | if the pattern spells out all words up to the code, as `python3 -c *` does; an interpreter also by its name, unless a deny or ask rule of the tool has a pattern | no |
/// | `allow bash(=line)`, a grant | the exact line | the exact line | the exact line |
///
/// An allow rule covers only what can be read. Any part of a line that is not known to be inert
/// makes the line opaque. An opaque line needs an approval, or a rule that explicitly lets code
/// through.
///
/// A redirection that writes must be allowed as `write(path)` is, unless the whole line is allowed;
/// a redirection that reads is subject to deny and ask rules for `read`. The path as written and
/// the resolved path must both pass.
///
/// # Grants
///
/// An approval for the session or for always never grants more than what was shown: exactly the
/// line, the path or the text. For an address it grants the host with its scheme and port; for a
/// tool that does not declare what its calls are about, it grants the tool.
@NullMarked
package dev.drover.policy;

import org.jspecify.annotations.NullMarked;
