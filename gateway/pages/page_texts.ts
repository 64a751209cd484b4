import { readFileSync } from 'node:fs';
import { assetPath } from '../../lib/assets/asset_path.ts';

type Texts = Readonly<Record<string, string>>;

let english: Texts | undefined;

/**
 * A text of a customer's page with its values filled in. It is plain text; `html` escapes it. web/texts has one file
 * per language, so far only English.
 */
export function textOf(key: string, values: Readonly<Record<string, string>> = {}): string {
  english ??= JSON.parse(readFileSync(assetPath('web/texts/en.json'), 'utf8')) as Texts;
  const text = english[key];
  if (text === undefined) throw new Error(`web/texts/en.json has no ${key}.`);
  return text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '');
}
