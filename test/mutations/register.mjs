// Starts a program of dist/ with a mutation: `MUTATION=fence node --import ./test/mutations/register.mjs dist/...`. No
// production code reads the variable or refers to this file; test/support/mutated_environment.ts sets both.
import { register } from 'node:module';
import process from 'node:process';
import { mutations } from './catalogue.mjs';
import { FLAG } from './flag.mjs';

const name = process.env['MUTATION'];
if (!mutations.some((mutation) => mutation.name === name)) throw new RangeError(`There is no mutation "${name}".`);
globalThis[FLAG] = name;
register('./load_woven.mjs', import.meta.url);
