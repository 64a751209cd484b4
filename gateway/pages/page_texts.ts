import { readFileSync } from 'node:fs';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { escapeHtml } from './html_page.ts';

type Texts = Readonly<Record<string, string>>;

let english: Texts | undefined;

/**
 * A text of a customer's page as markup, with its values escaped. The texts are one file a language in web/texts; so
 * far there is English.
 */
export function textOf(key: string, values: Readonly<Record<string, string>> = {}): string {
  english ??= JSON.parse(readFileSync(assetPath('web/texts/en.json'), 'utf8')) as Texts;
  const text = english[key];
  if (text === undefined) throw new Error(`web/texts/en.json has no ${key}.`);
  return escapeHtml(text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? ''));
}
