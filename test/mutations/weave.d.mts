export type Change = { mutation: string; find: string; replace: string };
export class Misfit extends Error {}
export function weave(text: string, changes: readonly Change[], file: string): string;
