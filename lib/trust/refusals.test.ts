import { expect, it } from '@jest/globals';
import { createLog } from '../log/log.ts';
import { createRefusals } from './refusals.ts';

it('S4: what is refused is logged at once, then once a minute with its number, shortened', () => {
  const lines: string[] = [];
  const clock = { time: 0 };
  const log = createLog({ service: 'test', sink: { write: (line) => void lines.push(line) } });
  const refusals = createRefusals(log, () => clock.time);
  const type = 'x'.repeat(1_000_000);
  for (let at = 0; at < 500; at += 1) refusals.note('event refused', { fault: 'unsigned', type });
  refusals.note('call refused', { fault: 'unsigned' });
  clock.time = 60_000;
  refusals.note('event refused', { fault: 'unsigned', type });
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, count }) => [msg, count])).toEqual([
    ['event refused', 1],
    ['call refused', 1],
    ['event refused', 500],
  ]);
  expect(lines.join('').length).toBeLessThan(2_000);
});
