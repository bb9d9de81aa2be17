# Runs the command, reports how it ended, and stays until it is killed: a background process of the
# command may print a last line, and would die with the sandbox.
#
# $1  the shell   $2  the command   $3  the name that the command and its descendants carry

# A separate shell, which the command replaces: messages of this shell about the end of the command
# are not its output.
(
  export DROVER_CALL="${DROVER_CALL:+$DROVER_CALL }$3:call"
  exec "$1" -c "$2" >&3 2>&3 3>&-
)
echo "exit $?" >&2
exec sleep 3600 >/dev/null 2>&1 3>&- </dev/null
