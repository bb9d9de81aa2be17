#!/bin/sh
# The tests of calc.sh.
failed=0

check() {
  got=$(sh calc.sh "$1" "$2")
  if [ "$got" = "$3" ]; then
    echo "ok      $1 + $2 = $3"
  else
    echo "not ok  $1 + $2 should be $3, not $got"
    failed=$((failed + 1))
  fi
}

check 2 3 5
check 7 0 7
check 20 22 42

if [ $failed -gt 0 ]; then
  echo "$failed of 3 failed"
  exit 1
fi
echo "3 passed"
