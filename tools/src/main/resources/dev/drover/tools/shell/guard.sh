# Ends a command and all its descendants: on request, and when the process that started this guard
# dies for any reason, because then the input ends.
#
# $1  a name that only this command and its descendants carry in their environment: all of them
#     `NAME:guard`, and `NAME:call` those that are not helper processes of ours
#
# Input, line by line:  leader PID   the first process of the command
#                       term         ask the command to end; answered with `asked`
# At the end of the input everything is killed, and the number of the command's own processes that
# were still running is printed.
#
# Processes are found in three ways, because each alone misses some. A process that leaves the
# session still has the environment; one that clears its environment is still a descendant, or in
# the session.
# PIPE: the reader of the answer may be dead.
trap '' HUP INT QUIT TERM PIPE
mark=$1
leader=

# The pids of processes with the name in their environment.
marked() {
  for file in $(grep -lsF -e "$mark:$1" /proc/[0-9]*/environ); do
    file=${file#/proc/}
    printf '%s ' "${file%/environ}"
  done
}

# All running processes, each as `PID PARENT SESSION ;`. Not read from `stat`, where a process
# controls part of its own line.
table() {
  for word in $(grep -hsE '^(State|Pid|PPid|NSsid):' /proc/[0-9]*/status); do
    case $word in
      *:) key=$word ;;
      *)
        case $key in
          State:) state=$word ;;
          Pid:) pid=$word ;;
          PPid:) parent=$word ;;
          NSsid:) case $state in Z | X) ;; *) printf '%s ' "$pid $parent $word ;" ;; esac ;;
        esac
        # Further words of a line repeat the value as text or for other namespaces.
        key=
        ;;
    esac
  done
}

# The given pids that are running, the processes in the session of the leader, and all their
# descendants.
family() {
  known=" $* "
  members=
  all=$(table)
  # A leader without a session of its own must not be used as a session.
  case $all in *" $leader ;"*) session=$leader ;; *) session=none ;; esac
  grown=yes
  while [ "$grown" ]; do
    grown=
    set -- $all
    while [ $# -gt 0 ]; do
      case "$members " in
        *" $1 "*) ;;
        *)
          case "$known $3 " in
            *" $1 "*" $3 " | *" $2 "*" $3 " | *" $session ") members="$members $1" known="$known$1 " grown=yes ;;
          esac
          ;;
      esac
      shift 4
    done
  done
  echo $members
}

while read -r what pid; do
  case $what in
    leader) leader=$pid ;;
    term)
      kill -s TERM $(leader= && family $(marked call)) 2>/dev/null
      echo asked
      ;;
  esac
done

set -- $(marked call)
echo $#

if [ ! -d /proc/self ]; then
  kill -s KILL -- "-$leader" "$leader" 2>/dev/null
  exit
fi

# An unknown leader may just be starting.
if [ "$leader" ]; then needed=1; else needed=20; fi
empty=0
pass=0
while [ $empty -lt $needed ] && [ $pass -lt 100 ]; do
  left=$(family $leader $(marked guard))
  if [ "$left" ]; then
    empty=0
    kill -s KILL $left 2>/dev/null
  else
    empty=$((empty + 1))
  fi
  # A killed process usually ends at once.
  if [ $pass -gt 0 ] && [ $empty -lt $needed ]; then sleep 0.01; fi
  pass=$((pass + 1))
done
