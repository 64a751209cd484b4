import { expect, it } from '@jest/globals';
import { NOT_IN_TIME } from './not_in_time.ts';
import { allRules, rulesWithout, type Rule, type Rules } from '../../lib/rules/rules.ts';

type Options = {
  /** Each of them, switched off alone, must turn the test red. */
  without: Rule | readonly Rule[];
  timeout?: number;
};

/**
 * A test of a promise: `body` holds with all rules, and fails an expectation (or a wait) without each of those that the
 * promise rests on. An error of another kind, in a body whose rule is broken, is no proof.
 */
export function promise(
  name: string,
  { without, timeout = 60_000 }: Options,
  body: (rules: Rules) => Promise<void>,
): void {
  it(name, () => body(allRules), timeout);
  for (const rule of [without].flat() as Rule[]) {
    it(
      `${name} (red without the rule "${rule}")`,
      async () => {
        const error = await body(rulesWithout(rule)).then(
          () => null,
          (reason: unknown) => reason,
        );
        if (error === null) throw new Error(`The test does not notice that the rule "${rule}" is switched off.`);
        expect(isRed(error) ? 'red' : error).toBe('red');
      },
      timeout,
    );
  }
}

/** What a failed expectation of jest carries, or a wait of ours that came to nothing. */
function isRed(error: unknown): boolean {
  return error instanceof Error && ('matcherResult' in error || error.message === NOT_IN_TIME);
}
