#!/bin/sh
# Adds two numbers: calc.sh 2 3
echo $(($1 - $2))
