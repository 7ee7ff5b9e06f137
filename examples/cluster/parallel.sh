#!/bin/sh
# The runs of a study by GNU parallel, and the table and page of all: parallel.sh STUDY.toml FOLDER [MACHINES]
#
# MACHINES is a file with a login of ssh on each line; "8/node1" has eight runs at a time. All machines have flangeway
# and this folder under the same path. Without MACHINES the runs are made on this machine.
set -eu
study=$1
folder=$2
machines=${3:-}
flangeway study "$study" -o "$folder" --list |
  parallel --halt soon,fail=1 ${machines:+--sshloginfile "$machines" --workdir .}
flangeway study "$study" -o "$folder" --collect
