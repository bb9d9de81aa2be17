/// What a line of the shell would run. [ShellLine#read] parses it and looks through wrappers;
/// whoever judges it gets commands ([Found]) and files ([FileUse]).
///
/// # The grammar
///
/// That of bash, as far as it decides which commands run:
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
/// A word is known if it is made of text and quotes alone. It is unknown if anything in it is
/// expanded: a parameter, a substitution, a glob, braces, a tilde. An unknown word may become any
/// number of words. Which branch of an `if` is taken, or whether a function is called, is not
/// asked: every command in the line is found.
///
/// # What cannot be read
///
/// A line is hidden as a whole ([Found.Hidden]) if it has an error, a NUL, more than 64 KiB, 1,000
/// commands or 40 levels, or a place that bash, or another shell of the family, reads in two ways:
/// a `'` inside `"${…}"` or inside arithmetic, an end mark of a here-document with a `$` in it, and
/// in a text for `sh` all that only bash has. So the parser may refuse what bash accepts, but must
/// never see fewer commands than bash runs; a test compares the two.
///
/// A command is hidden if its name is not known (`$x`, `$(echo rm)`, `r?`), has characters that
/// people do not see as what they are, or is given to something that evaluates it later (`eval
/// "$x"`, `sh` reading a pipe, `alias`, arithmetic on a text with a substitution in it).
///
/// # What makes a line opaque
///
/// [ShellLine#opaque] has the reasons that hold for the line as a whole. They come from positive
/// knowledge: [InertVariables] has the variables that may be set, [ShellSwitches] the switches, and
/// the parser the expansions whose outcome is never evaluated. Arithmetic is transparent if the
/// variables in it get only numbers and plain texts in this line ([ArithmeticOperand]).
///
/// [ProgramTable] has the programs, from `programs.txt`, and [GitCommand] the subcommands of git. A
/// program that carries code in the line, in its input or in an option is [Found.Opaque]; one that
/// is not in the table is [Found.Carrier] as well, so that a rule about a program is not evaded by
/// a launcher that nobody has heard of.
///
/// # What is looked through
///
/// - `env`, `nohup`, `nice`, `ionice`, `timeout`, `time`, `stdbuf`, `setsid`, `command`, `builtin`,
///   `exec`, `busybox`, `xargs`, `parallel`: the command they run. Of `xargs` the last arguments
///   are unknown. They are themselves seen by rules that restrict ([Found.Aspect]), and need no
///   allow.
/// - `sudo` and `doas`: the same, but they need an allow of their own.
/// - `bash`, `sh`, `dash`, `ksh` with `-c`, a here-document or a here-string; `eval`, `trap`,
///   `watch`: the text is a line like any other. A shell that runs a file is a plain command.
/// - `find`: what stands after `-exec`, `-execdir`, `-ok`, `-okdir`; `-delete` is an `rm`.
/// - Of every command rules that restrict see it without its options, by its other names, and with
///   a shortened subcommand written out ([CommandAspects]).
///
/// An option that is not known hides the command behind it.
///
/// What this cannot do: a program may run anything once it runs, and a file that a line writes may
/// be run by the next. Rules say what may be started; keeping it in its place is the sandbox's
/// work.
@NullMarked
package dev.drover.runtime.policy.shell;

import org.jspecify.annotations.NullMarked;
