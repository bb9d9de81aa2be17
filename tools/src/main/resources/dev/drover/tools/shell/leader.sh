# The first process of a command, outside the sandbox if there is one.
#
# $@  what to run: the runner, or the sandbox with the runner in it
#
# The sandbox dies with its parent. That parent must not be a thread of a JVM, which may end at any
# time, but a process: this one. Descriptor 3 is the output; only the command itself holds it open,
# so that its end means that no more output will come.
exec 3>&1 4<&0 >/dev/null </dev/null
"$@" <&4 4<&- &
exec 3>&- 4<&-
wait $!
