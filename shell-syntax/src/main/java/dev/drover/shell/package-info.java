/// The commands that a shell line would run. [ShellLine#read] parses the line, looks through
/// wrappers, and returns commands ([FoundCommand]) and files ([FileUse]) to the policy.
///
/// # The grammar
///
/// The grammar of bash, as far as it determines which commands run:
///
/// ```
/// script    = newlines [list]
/// list      = and-or { (";" | "&" | newline) newlines and-or } [";" | "&" | newline]
/// and-or    = pipeline { ("&&" | "||") newlines pipeline }
/// pipeline  = { "!" | "time" ["-p"] ["--"] } command { ("|" | "|&") newlines command }
/// command   = simple | compound { redirect } | function | coproc
/// simple    = { assignment | redirect } { word | redirect }         at least one of them
/// compound  = "(" list ")" | "{" list "}" | "((" arithmetic "))" | "[[" words "]]"
///           | "if" list "then" list { "elif" list "then" list } [ "else" list ] "fi"
///           | ("while" | "until") list "do" list "done"
///           | ("for" | "select") (name [ "in" words ] | "((" arithmetic "))") body
///           | "case" word "in" { ["("] word { "|" word } ")" [list] (";;" | ";&" | ";;&") } "esac"
/// body      = [";"] newlines ("do" list "done" | "{" list "}")
/// function  = (name "()" | "function" name ["()"]) newlines compound { redirect }
/// coproc    = "coproc" ([name] compound | simple)
/// redirect  = [number | "{" name "}"] ("<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "<<<") word
///           | ("&>" | "&>>") word | ("<<" | "<<-") word                then a text after the line
/// assignment= name ["[" arithmetic "]"] ("=" | "+=") (word | "(" words ")")
/// word      = pieces without blanks: bare text, "\" and a character, '…', "…", $'…', $"…",
///             $name, ${…}, $(list), `script`, $((arithmetic)), $[arithmetic], <(list), >(list)
/// ```
///
/// A word is known if it consists of text and quotes only. It is unknown if it contains an
/// expansion: a parameter, a substitution, a glob, braces, a tilde. An unknown word may become any
/// number of words. Every command in the line is found, regardless of which branch of an `if` is
/// taken or whether a function is called.
///
/// # Unreadable lines
///
/// A line is hidden as a whole ([FoundCommand.Hidden]) if it has an error, a NUL, more than 64 KiB,
/// 1,000 commands or 40 levels, or a part that bash, or another shell of the family, reads in two
/// ways: a `'` inside `"${…}"` or inside arithmetic, an end mark of a here-document with a `$` in
/// it, and in a text for `sh` all syntax of bash only. So the parser may refuse lines that bash
/// accepts, but must never see fewer commands than bash runs; a test compares the two.
///
/// A command is hidden if its name is not known (`$x`, `$(echo rm)`, `r?`), has characters that
/// look like others, or is evaluated later (`eval "$x"`, `sh` reading a pipe, `alias`, arithmetic
/// on a text with a substitution in it).
///
/// # Opaque lines
///
/// [ShellLine#opaque] has the reasons that apply to the line as a whole. They are based on lists of
/// known cases: [InertVariables] has the variables that may be set, [ShellSwitches] the switches,
/// and the parser the expansions whose result is never evaluated. Arithmetic is transparent if the
/// variables in it get only numbers and plain texts in this line ([ArithmeticOperand]).
///
/// [ProgramTable] has the programs, from `programs.txt`, and [GitCommand] the subcommands of git. A
/// program with code in the line, in its input or in an option is [FoundCommand.Opaque]; one that
/// is not in the table is [FoundCommand.Executor] as well, so that an unknown launcher cannot evade
/// a rule about a program.
///
/// # Wrappers
///
/// The analysis looks through these commands:
///
/// - `env`, `nohup`, `nice`, `ionice`, `timeout`, `time`, `stdbuf`, `setsid`, `command`, `builtin`,
///   `exec`, `busybox`, `xargs`, `parallel`: the command they run. The last arguments of `xargs`
///   are unknown. Rules that restrict see the wrappers themselves ([FoundCommand.Variant]), but
///   they need no allow.
/// - `sudo` and `doas`: the same, but they need an allow of their own.
/// - `bash`, `sh`, `dash`, `ksh` with `-c`, a here-document or a here-string; `eval`, `trap`,
///   `watch`: the text is a line like any other. A shell that runs a file is a plain command.
/// - `find`: the command after `-exec`, `-execdir`, `-ok`, `-okdir`; `-delete` is an `rm`.
/// - Rules that restrict see every command also without its options, by its other names, and with
///   an abbreviated subcommand written out ([CommandVariants]).
///
/// An unknown option of a wrapper hides the command after it.
///
/// Limitations: a running program may run anything, and a file that a line writes may be run by the
/// next line. Rules determine which programs may be started; the sandbox has to confine them.
@NullMarked
package dev.drover.shell;

import org.jspecify.annotations.NullMarked;
