#!/bin/sh
# Publishes calc.sh, which must happen once, and takes a while.
echo "calc 1.1" >>published.txt
echo "publishing calc 1.1 ..."
sleep 5
echo "done"
