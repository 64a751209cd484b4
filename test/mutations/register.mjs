// Starts a program of dist/ with a mutation. No production code reads the variables or refers to this file;
// test/support/mutated_environment.ts sets them: the mutation's name, and the folder of the bundles.
import { register } from 'node:module';
import process from 'node:process';
import { FLAG } from './flag.mjs';

const { MUTATION: name, WOVEN_FOLDER: data } = process.env;
globalThis[FLAG] = name;
register('./load_woven.mjs', import.meta.url, { data });
