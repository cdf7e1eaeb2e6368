// For `node --require`: ends the process when the process that holds the other end of its stdin has ended, even if a
// signal killed that one.
process.stdin
  .on("end", () => process.exit())
  .resume()
  .unref();
