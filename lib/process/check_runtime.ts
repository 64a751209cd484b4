import process from 'node:process';

/** Deno releases whose HTTP/2 client crashes the process when a server shuts down gracefully (denoland/deno#36788). */
const BROKEN_DENO = ['2.9.4', '2.9.5', '2.9.6'];

/** Throws on a runtime that is known to crash. */
export function checkRuntime(versions: NodeJS.ProcessVersions = process.versions): void {
  const deno = versions['deno'];
  if (deno && BROKEN_DENO.includes(deno)) {
    throw new Error(`Deno ${deno} crashes when a gRPC server shuts down. Use Deno 2.9.3.`);
  }
}
