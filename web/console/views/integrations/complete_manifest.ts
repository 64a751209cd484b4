import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { BASE } from '../../../api/page_settings.ts';
import { keysAt, type ManifestSchema } from './keys_at.ts';

let schema: Promise<ManifestSchema> | null = null;

/** Completes keys and values of a manifest, from the manifest schema of this platform. */
export async function completeManifest(context: CompletionContext): Promise<CompletionResult | null> {
  const line = context.state.doc.lineAt(context.pos);
  const word = context.matchBefore(/[\w$-]*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  schema ??= fetch(`${BASE}/v1/manifest.schema.json`).then((answer) => answer.json() as Promise<ManifestSchema>);
  const before = context.state.doc.sliceString(0, line.from).split('\n');
  const options = keysAt(await schema, [...before.slice(0, -1), line.text.slice(0, word.from - line.from)]);
  return { from: word.from, options, validFor: /^[\w$-]*$/ };
}
