# The first process of a command, outside of the sandbox if there is one.
#
# $@  what to run: the runner, or the sandbox with the runner in it
#
# The sandbox dies with its parent. That parent must not be a thread of a JVM, which may end at any
# time, but a process: this one. Descriptor 3 is the output; nobody but the command itself holds it
# open, so that its end means that nobody will print any more.
exec 3>&1 4<&0 >/dev/null </dev/null
"$@" <&4 4<&- &
exec 3>&- 4<&-
wait $!
