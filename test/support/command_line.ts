import { Buffer } from 'node:buffer';
import { runCommandLine } from '../../cli/command_line.ts';

/** Runs a command in this process; returns its output and exit code. */
export async function runCommand(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await runCommandLine(args, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    stream: async (body) => {
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk as Buffer);
      said.out += Buffer.concat(chunks).toString();
    },
  });
  return { code, ...said };
}
