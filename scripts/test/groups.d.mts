export type Group = { name: string; paths: string[]; environment?: Record<string, string>; args?: string[] };
export function groupsOf(suites: string[], options: { isFull: boolean }): Group[];
export function leftOutOf(suites: string[]): string[];
export const listedSuites: string[];
