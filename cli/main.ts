#!/usr/bin/env node
/** `causeway`, an npm bin and a deno task: exits 0 when all is well, 1 when something is wrong with what it looked at, 2 when it was called wrongly. */
import process from 'node:process';
import { runCommandLine } from './command_line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
