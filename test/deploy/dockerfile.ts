/** One instruction of a Dockerfile. `from` and `sources` belong to a COPY. */
export type Instruction = { word: string; rest: string; from?: string; sources: string[] };

/** Parses the syntax that our own file uses: comments and continued lines, no heredocs. */
export function instructions(text: string): Instruction[] {
  const lines = text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'));
  return lines.map((line) => {
    const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    const from = /--from=(\S+)/.exec(rest)?.[1];
    const names = rest.split(/\s+/).filter((name) => !name.startsWith('--'));
    return { word, rest, ...(from && { from }), sources: word === 'COPY' ? names.slice(0, -1) : [] };
  });
}
