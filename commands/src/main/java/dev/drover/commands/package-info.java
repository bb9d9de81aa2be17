/// What a person says to a session that is not for the model: `/help`, `/clear`, `/undo`, and what
/// a host adds.
///
/// A [dev.drover.commands.SlashCommands] is a value that whoever talks to people holds beside a
/// session. Sessions and agents know nothing of it: a command uses the same public methods as any
/// host, and leaves no trace of its own in the journal. A
/// [dev.drover.commands.SlashCommandRegistry] is one that changes while the host runs.
///
/// When is a line a command? When it begins with `/` and a name, and nothing but white space, or
/// nothing, comes after the name. A name is a letter and then letters, digits and dashes; one that
/// begins with `mcp__`, for the prompt of an MCP server, may also have underscores. So `/etc/hosts
/// is broken`, `/`, `/?` and `a /help` are prompts. A name that nobody knows is never sent to the
/// model by mistake: the line is called unknown, with the names that are close. Whoever means `/tmp
/// is full` as a prompt puts a blank before it: a line that begins with one is never a command.
@NullMarked
package dev.drover.commands;

import org.jspecify.annotations.NullMarked;
