#!/bin/sh
# Terraform starts this file and talks to what it becomes: Node running provider.cjs, which lies beside it.

self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
case $self in
  */*) folder=${self%/*} ;;
  *) folder=. ;;
esac

if ! command -v node >/dev/null 2>&1; then
  message="The outreach provider needs Node.js @NODE_VERSION@ or newer, and there is no node on PATH."
  echo "$message" >&2
  [ -t 1 ] && exit 1
  # Terraform keeps a plugin's error output to its log, but quotes the first line of the other. It may lose the line of a
  # process that has ended already, so this one stays a moment, in which Terraform ends it; a sleep would outlive it.
  echo "$message"
  count=0
  while [ "$count" -lt 200000 ]; do count=$((count + 1)); done
  exit 1
fi

# Made for the program that runs Terraform: a debugger or a hook with a relative path would stop the provider.
unset NODE_OPTIONS

# The parser of HTTP responses is WebAssembly, for which V8 reserves 10 GiB of addresses unless its code checks bounds itself.
checks=
[ "$(ulimit -v 2>/dev/null)" -lt 33554432 ] 2>/dev/null && checks=--disable-wasm-trap-handler
exec node $checks "$folder/provider.cjs" "$@"
