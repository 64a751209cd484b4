// `npm test`: runs all checks: build, types, lint, the programs of servers and browser, and every jest suite, in groups
// (scripts/test/groups.mjs). Three jobs run at a time, from any group; the output of each is printed when it has ended.
// Ends with a table of the time of each group and one line, `N passed, N failed`; exits 0 only if nothing failed.
// `npm test -- topics` runs the suites whose path matches. `npm run test:proxy` runs only the end-to-end suites,
// through a validation proxy. `npm run test:services` runs everything that can run on the services form; `npm test`
// leaves out the suites of that form that test the gateway alone.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { stopServers } from '../test/support/stop_servers.mjs';
import { groupsOf, onServicesInFull, throughProxy } from './test/groups.mjs';
import { checkJob, jestJobs } from './test/jobs.mjs';
import { runInLanes } from './test/lanes.mjs';
import { useMemoryFolder } from './test/memory_folder.mjs';
import { stopProcesses } from './test/run_process.mjs';
import { listSuites } from './test/suites.mjs';
import { newTally } from './test/tally.mjs';
import { unseenAnswers } from './unseen_answers.mjs';

/** One more than the cores of the machines that we measure on, because a job often waits for processes that it started. */
const LANES = 3;
const LONG_FORMS = { '--through-proxy': throughProxy, '--on-services': onServicesInFull };
/** The receivers of docs/guides/webhook.md are in Python and PHP too; completion is for these shells. */
const SERVERS =
  "await import('./dist/scripts/servers/ensure_servers.js').then((m) => { m.ensureServers(); m.ensurePrograms({ python3: 'python3', php: 'php-cli', zsh: 'zsh', fish: 'fish' }); });" +
  "await import('./dist/scripts/servers/ensure_chromium.js').then((m) => m.ensureChromium());";

const longForm = process.argv.find((argument) => argument in LONG_FORMS);
const patterns = process.argv.slice(2).filter((argument) => argument !== longForm);
const isWhole = patterns.length === 0 && !longForm;

const start = performance.now();
const removeTemporaryFiles = useMemoryFolder();
const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
const seenAnswers = join(folder, 'seen_answers');
// What suites share lives as long as this process, in this folder: see test/support/shared_platform.
process.env.CAUSEWAY_TEST_SERVERS = folder;
process.env.CAUSEWAY_TEST_OWNER = String(process.pid);
process.env.SEEN_ANSWERS_FILE = seenAnswers;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopAtOnce);

const tally = newTally();
await runInLanes(jobs(), LANES, runAndPrint);
if (isWhole) checkAnswers();
for (const [group, cpuSeconds] of await stopServers(folder))
  if (cpuSeconds > 0) tally.add({ group: `shared: ${group}` }, { passed: 0, failed: 0, cpuSeconds });

const { passed, failed, skipped } = tally.total();
console.log(`\n${tally.table()}\n${Math.round(performance.now() - start) / 1_000} s in total, in ${LANES} lanes.`);
if (skipped > 0) console.log(`${skipped} skipped: the reasons are above.`);
console.log(`${passed} passed, ${failed} failed`);
removeTemporaryFiles();
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function jobs() {
  const suites = listSuites(patterns);
  if (longForm) return LONG_FORMS[longForm](suites).flatMap((group) => jestJobs(group, []));
  const groups = groupsOf(suites, { isFull: patterns.length > 0 });
  if (!isWhole) return groups.flatMap((group) => jestJobs(group, []));
  return [
    checkJob('build', ['scripts/build.mjs']),
    checkJob('tools', ['scripts/tools.mjs']),
    checkJob('servers', ['--input-type=module', '-e', SERVERS], ['build']),
    checkJob('types', ['scripts/typecheck.mjs'], ['tools']),
    checkJob('lint', ['scripts/lint.mjs'], ['tools']),
    checkJob('lts', ['scripts/lts.mjs'], ['build', 'tools', 'servers']),
    ...groups.flatMap((group) => jestJobs(group, ['build', 'tools', 'servers'])),
  ];
}

async function runAndPrint(job) {
  const { output, ...result } = await job.run();
  tally.add(job, result);
  const { passed, failed, skipped, wallSeconds } = result;
  const more = `${skipped ? `, ${skipped} skipped` : ''}, ${Math.round(wallSeconds)} s`;
  const text = output.trim();
  console.log(`\n== ${job.name}${text && `\n${text}`}\n== ${job.name}: ${passed} passed, ${failed} failed${more}`);
}

/** A declared answer that no suite has seen may not exist. */
function checkAnswers() {
  const unseen = unseenAnswers(seenAnswers);
  for (const line of unseen) console.log(`== declared and never seen: ${line}`);
  tally.add({ group: 'declared answers' }, { passed: 0, failed: unseen.length });
}

async function stopAtOnce() {
  stopProcesses();
  await stopServers(folder);
  removeTemporaryFiles();
  process.exit(130);
}
