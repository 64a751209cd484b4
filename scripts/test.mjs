// `npm test`: runs all checks in groups (scripts/test/groups.mjs): build, types, lint, installation of servers and
// browser, and every jest suite. Three jobs of any group run at a time; the output of a job is printed when it ends. At
// the end it prints the time of each group, the suites that were left out, and one line, `N passed, N failed`; it exits
// with 0 only if nothing failed. `npm test -- topics` runs the suites whose path matches, in all forms. `npm run
// test:full` leaves nothing out. `npm run test:proxy` runs only the end-to-end suites, through a validation proxy, and
// `npm run test:services` only suites that can run on the services form.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { stopServers, stopServersOf } from '../test/support/stop_servers.mjs';
import { SHORT_ON_LTS } from './lts.mjs';
import {
  BUDGETS,
  GROUPS_WITHOUT_PLATFORM,
  groupsOf,
  leftOutOf,
  onServicesInFull,
  throughProxy,
} from './test/groups.mjs';
import { checkJob, jestJobs } from './test/jobs.mjs';
import { runInLanes } from './test/lanes.mjs';
import { useMemoryFolder } from './test/memory_folder.mjs';
import { stopProcesses } from './test/run_process.mjs';
import { listSuites } from './test/suites.mjs';
import { newTally } from './test/tally.mjs';
import { unseenAnswers } from './unseen_answers.mjs';

/** Two more than the cores of our reference machine, because a job often waits for processes that it started. */
const LANES = 4;
const FORMS = { '--through-proxy': throughProxy, '--on-services': onServicesInFull };
const FULL = '--full';
/** The long forms of suites: more seeds, kills and rounds, and each negative control on both engines. */
const LONG_SUITES = {
  CAUSEWAY_CRASH: 'full',
  CAUSEWAY_FUZZ: 'full',
  CAUSEWAY_PROMISES: 'full',
  CAUSEWAY_STORIES: 'full',
};
/** docs/guides/webhook.md has receivers in Python and PHP; the completion suites use zsh and fish. */
const SERVERS =
  "await import('./dist/scripts/servers/ensure_servers.js').then((m) => { m.ensureServers(); m.ensurePrograms({ python3: 'python3', php: 'php-cli', zsh: 'zsh', fish: 'fish' }); });" +
  "await import('./dist/scripts/servers/ensure_chromium.js').then((m) => m.ensureChromium());";

const given = process.argv.slice(2);
const form = given.find((argument) => argument in FORMS);
const isFull = given.includes(FULL);
const patterns = given.filter((argument) => argument !== form && argument !== FULL);
const isWhole = patterns.length === 0 && !form;
if (isFull) Object.assign(process.env, LONG_SUITES);

const start = performance.now();
const removeTemporaryFiles = useMemoryFolder();
const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
const seenAnswers = join(folder, 'seen_answers');
// Servers and platforms that suites share exist as long as this process, in this folder: see
// test/support/shared_platform.
process.env.CAUSEWAY_TEST_SERVERS = folder;
process.env.CAUSEWAY_TEST_OWNER = String(process.pid);
process.env.SEEN_ANSWERS_FILE = seenAnswers;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopAtOnce);

const tally = newTally(isFull ? {} : BUDGETS);
const all = jobs();
/** The jobs that may use the shared platform of a form. The platform is stopped after them, because it polls. */
const usersOfPlatforms = ['services_', 'embedded_'].map((prefix) => [
  prefix,
  new Set(all.filter((job) => platformOf(job) === prefix)),
]);
await runInLanes(all, LANES, runAndPrint);
if (isWhole) checkAnswers();
addShared(await stopServers(folder));

const { passed, failed, skipped } = tally.total();
const seconds = Math.round((performance.now() - start) / 1_000);
console.log(`\n${tally.table()}\n${seconds} s in total, in ${LANES} lanes.`);
if (isWhole && !isFull) printLeftOut();
if (skipped > 0) console.log(`${skipped} skipped: the reasons are above.`);
console.log(`${passed} passed, ${failed} failed`);
removeTemporaryFiles();
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function jobs() {
  const suites = listSuites(patterns);
  if (form) return FORMS[form](suites).flatMap((group) => jestJobs(group, []));
  const groups = groupsOf(suites, { isFull: isFull || !isWhole });
  if (!isWhole) return groups.flatMap((group) => jestJobs(group, []));
  return [
    checkJob('build', ['scripts/build.mjs']),
    checkJob('tools', ['scripts/tools.mjs']),
    checkJob('servers', ['--input-type=module', '-e', SERVERS], ['build']),
    checkJob('types', ['scripts/typecheck.mjs'], ['tools']),
    checkJob('lint', ['scripts/lint.mjs'], ['tools']),
    checkJob('lts', ['scripts/lts.mjs', ...(isFull ? [FULL] : [])], ['build', 'tools', 'servers']),
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
  for (const [prefix, users] of usersOfPlatforms)
    if (users.delete(job) && users.size === 0) addShared(await stopServersOf(folder, prefix));
}

/** The beginning of the name of the shared platform that the suites of a job may use; '' when they use none. */
function platformOf({ environment, suites, group }) {
  if (suites === 0 || GROUPS_WITHOUT_PLATFORM.includes(group)) return '';
  return environment?.CAUSEWAY_TEST_FORM === 'services' ? 'services_' : 'embedded_';
}

function addShared(used) {
  for (const [group, cpuSeconds] of used)
    if (cpuSeconds > 0) tally.add({ group: `shared: ${group}` }, { passed: 0, failed: 0, cpuSeconds });
}

/** Fails for each declared answer that no suite has seen, because the API may never send it. */
function checkAnswers() {
  const unseen = unseenAnswers(seenAnswers);
  for (const line of unseen) console.log(`== declared and never seen: ${line}`);
  tally.add({ group: 'declared answers' }, { passed: 0, failed: unseen.length });
}

/** Prints the suites that did not run, so that the reader knows what the result does not cover. */
function printLeftOut() {
  console.log('\nLeft out; `npm run test:full` runs it:');
  for (const line of leftOutOf(listSuites([]))) console.log(`  ${line}`);
  console.log(`  lts: all but ${SHORT_ON_LTS}; the benches`);
  console.log(
    '  long forms of test/crash, test/stories, test/promises and e2e/fuzz: more seeds, kills, rounds and requests',
  );
  console.log('  on MariaDB: negative controls whose mutation changes no SQL, transaction or lease');
}

async function stopAtOnce() {
  stopProcesses();
  await stopServers(folder);
  removeTemporaryFiles();
  process.exit(130);
}
