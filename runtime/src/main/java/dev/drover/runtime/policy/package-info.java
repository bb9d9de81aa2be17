/// Who may do what. One engine judges every call; its verdict goes into the journal with the name
/// of the rule, and nobody asks again afterwards.
///
/// # The order
///
/// 1. A hook's denial; that is decided before the engine is asked.
/// 2. Deny rules. They always win. So does a sandbox that is required and missing.
/// 3. The tool's own escalation, and a redirection that writes one of
///    [dev.drover.spi.tool.ConfigurationPaths]: a person is asked, whatever is allowed or granted.
/// 4. The flow rule: a session that has seen both untrusted and secret data asks before anything
///    that can carry data out, whatever is allowed or granted.
/// 5. Ask rules, allow rules, and what people granted. The most specific one that matches decides;
///    in a tie a grant wins over ask, and ask over allow.
/// 6. A tool without protection is asked about.
/// 7. The policy's default.
///
/// Each subject of a call is judged alone, each command and each redirection of a shell line too,
/// and the strictest verdict holds for the call.
///
/// # Two ways to match
///
/// A rule that restricts (deny, ask) holds where it *may* match; a rule that allows, and a grant,
/// only where it does. What nobody can tell is therefore always decided for the worst:
///
/// | | a plain command | an opaque command or line | hidden, or a line that cannot be read |
/// | --- | --- | --- | --- |
/// | `deny bash`, `ask bash` | matches | matches | matches |
/// | `deny bash(rm *)`, `ask bash(rm *)` | by its words with and without options, an unknown word being any words, and by the last part of its name | by its words | matches |
/// | `allow bash` | matches | matches, unless a deny or ask rule of the tool has a pattern: then a person is asked (`opaque`) | the same |
/// | `allow bash(*)` | matches | no | no |
/// | `allow bash(x *)` | by its words, the name as written | if the pattern spells out all words up to the code, as `python3 -c *` does; an interpreter also by its name, unless a deny or ask rule of the tool has a pattern | no |
/// | `allow bash(=line)`, a grant | the line to the letter | the line to the letter | the line to the letter |
///
/// An allow rule covers only what can be read: whatever in a line is not known to be inert makes it
/// opaque ([dev.drover.runtime.policy.shell.ShellLine#opaque]), and a person decides, or somebody
/// who wrote a rule knowing that it lets code through.
///
/// A redirection that writes must be allowed as `write(path)` is, unless the whole line is; one
/// that reads is subject to deny and ask rules for `read`. The path as written and the file that it
/// leads to must both pass.
///
/// # Grants
///
/// What a yes for longer adds is never more than what was shown: the line, the path, the text, each
/// to the letter. Of an address it is the host with its scheme and port, and of a tool that does
/// not say what its calls are about, the tool.
@NullMarked
package dev.drover.runtime.policy;

import org.jspecify.annotations.NullMarked;
