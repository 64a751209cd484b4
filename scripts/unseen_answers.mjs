// Lists the answers that gateway/openapi.yaml declares and no end-to-end suite has seen. The suites write each answer
// to a file (test/support/seen_answers.ts), one line per operation and status. Answers under `default` need not be
// seen.
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Answers that occur only when requests race, so not in every run. */
const ONLY_IN_A_RACE = ['createOrgInvite 409'];

export function unseenAnswers(file) {
  const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return declaredAnswers().filter((line) => !seen.has(line) && !ONLY_IN_A_RACE.includes(line));
}

function declaredAnswers() {
  const { paths } = parse(readFileSync('gateway/openapi.yaml', 'utf8'));
  return Object.values(paths).flatMap((item) =>
    METHODS.filter((method) => item[method]).flatMap((method) => {
      const { operationId, responses } = item[method];
      const statuses = Object.keys(responses).filter((status) => status !== 'default');
      return statuses.map((status) => `${operationId} ${status}`);
    }),
  );
}
