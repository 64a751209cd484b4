// The cache key of a woven source: it depends on the mutations, the weaver and the version of Node.js.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { changesOf } from './catalogue.mjs';

const makers = ['./weave.mjs', '../support/strip_types.mjs', '../../package-lock.json'];
const made = makers.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\0');
const maker = createHash('sha1').update(`${process.version}\0${made}`).digest('hex');

export function cacheKeyOf(text, path) {
  const changes = JSON.stringify(changesOf(path));
  return createHash('sha1').update(`${maker}\0${path}\0${changes}\0${text}`).digest('hex');
}
