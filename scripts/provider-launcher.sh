#!/bin/sh
# Terraform starts this file, which becomes Node.js with provider.cjs from the same folder.

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

# NODE_OPTIONS is for the program that runs Terraform: a debugger or a relative path in it would stop the provider.
unset NODE_OPTIONS

# The folder may contain a Node.js. Alpine cannot run this Node.js, because Alpine has another C library.
node=node
failed=
if [ -f "$folder/node" ]; then
  if "$folder/node" --version >/dev/null 2>&1; then node=$folder/node; else failed=1; fi
fi

if [ "$node" = node ] && ! command -v node >/dev/null 2>&1; then
  if [ "$failed" ]; then
    message="The Node.js of the outreach provider does not run on this system, and there is no node on PATH. \
Install Node.js @NODE_VERSION@ or newer; on Alpine, run: apk add nodejs"
  else
    message="The outreach provider needs Node.js @NODE_VERSION@ or newer, and there is no node on PATH."
  fi
  echo "$message" >&2
  [ -t 1 ] && exit 1
  # Terraform shows the first line of a plugin's stdout, but may lose the line of a process that has ended. So this loop
  # waits until Terraform ends the process. A sleep command would outlive the process.
  echo "$message"
  count=0
  while [ "$count" -lt 200000 ]; do count=$((count + 1)); done
  exit 1
fi

# V8 reserves 10 GiB of addresses for the HTTP parser, which is WebAssembly, unless the compiled code checks its bounds.
checks=
[ "$(ulimit -v 2>/dev/null)" -lt 33554432 ] 2>/dev/null && checks=--disable-wasm-trap-handler
exec "$node" $checks "$folder/provider.cjs" "$@"
