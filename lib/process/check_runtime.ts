import process from 'node:process';

/** Deno releases whose HTTP/2 client crashes the process when a server shuts down gracefully (denoland/deno#36788). */
const BROKEN_DENO = ['2.9.4', '2.9.5', '2.9.6'];
/** The lowest version of Node that package.json allows. */
const MIN_NODE = [20, 15] as const;

/** Says why this runtime cannot run Causeway, and which one can; undefined when it can. */
export function runtimeFault(versions: NodeJS.ProcessVersions = process.versions): string | undefined {
  const { deno, node } = versions as { deno?: string; node: string };
  if (deno)
    return BROKEN_DENO.includes(deno)
      ? `Deno ${deno} crashes when a gRPC server shuts down. Use Deno 2.9.3.`
      : undefined;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isOld = major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
  return isOld ? `Node ${node} is too old for Causeway. Use Node 26, or 20.15 or a later 20.` : undefined;
}
