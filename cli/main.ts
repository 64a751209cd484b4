#!/usr/bin/env node
/**
 * `causeway`, an npm bin and a deno task. Exit codes: 0 success, 1 a fault was found or a call failed, 2 bad arguments.
 * `status` and `doctor` exit with 1 for warnings and 2 for errors; `deploy --detailed-exitcode` with 2 for changes.
 */
import '../lib/process/supported_runtime.ts';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { runCommandLine } from './command_line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  stream: (body) => pipeline(body, process.stdout, { end: false }),
});
