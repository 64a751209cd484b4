import type { Change } from './weave.mjs';

export type Mutation = {
  name: string;
  /** One sentence. */
  breaks: string;
  changes: { file: string; find: string; replace: string }[];
  /** The file that lists it, without its ending. */
  of: string;
};
export const mutations: Mutation[];
export function changesOf(path: string): Change[];
/** Whether the control of a mutation says something on each engine; false: it says the same on both. */
export function differsByEngine(name: string): boolean;
