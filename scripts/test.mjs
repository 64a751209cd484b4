// `npm test`: everything that must hold. Build, types, lint and the programs of servers and browser first, then every jest
// suite there is, in groups: those that start no processes side by side, each other folder of test/ on its own, one suite
// at a time. Ends with one line, `N passed, N failed`, and exits 0 only when nothing failed. `npm test -- topics` runs the
// suites whose path says so; `npm run test:proxy` runs the end-to-end suites through a validation proxy, and nothing else;
// `npm run test:services` runs all that can be on the services form, of which `npm test` leaves out what the gateway does alone.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { unseenAnswers } from './unseen_answers.mjs';

const NODE = process.execPath;
const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
/** Folders of test/ whose suites are quick or bring a server of their own, so that two may run at once. */
const SIDE_BY_SIDE = ['architecture', 'contract', 'deploy', 'promises', 'replay', 'support'];
/** The order of the rest; a folder not named here comes after these. */
const ORDER = ['e2e', 'proxy', 'browser', 'deno', 'crash'];
/** The end-to-end suites that `npm test` also runs through the validation proxy: many operations in little time. */
const PROXIED =
  /^test\/e2e\/(connections|destinations|installations|notifications|orgs|provider_apps|api_keys|hydration|update_installation)\.test\.ts$/;
/** About what no proxy carries: broken HTTP and JSON, pages, host names, callers' addresses, processes started again. */
const NEVER_PROXIED =
  /^test\/e2e\/(bad_input|docs_page|fuzz|large_records|migrate|other_bases|public_bases|rate_limits|restart|services_form)\.test\.ts$/;
/** About one form by nature. */
const OF_ONE_FORM = /\/(services_form|restart|migrate)\.test\.ts$/;
/**
 * What the gateway decides by itself, or another service behind one call of it: five processes show little there that one
 * does not, and cost ten seconds a suite. `npm run test:services` runs these too.
 */
const ON_SERVICES_IN_FULL =
  /\/(access|bad_input|billing|claimed_domains|cors|docs_page|fields|fuzz|hydration|jwt_keys|learned_values|memberships|object_metadata|oidc_builders|other_bases|problems|provider_catalogue|provider_fields|public_bases|renamed_objects|schemes|tenancy_matrix|token_script|uploads|upsert_metadata)\.test\.ts$/;
const GROUP_MILLIS = 25 * 60_000;
/** What suites leave behind in one process (modules, hooks of promises) slows every later one down; sixty made one ten times slower. */
const MOST_SUITES = 20;
/** How long jest may take to end after its last suite. */
const MOST_LINGERING = 60_000;
const LONG_FORM_MILLIS = 45 * 60_000;

const total = { passed: 0, failed: 0, skipped: 0 };
const LONG_FORMS = { '--through-proxy': throughProxy, '--on-services': onServices };
const longForm = process.argv.find((argument) => argument in LONG_FORMS);
const patterns = process.argv.slice(2).filter((argument) => argument !== longForm);

if (patterns.length === 0 && !longForm) {
  check('build', ['scripts/build.mjs']);
  check('types', ['scripts/typecheck.mjs']);
  check('lint', ['scripts/lint.mjs']);
  check('servers', [
    '--input-type=module',
    '-e',
    "await import('./dist/scripts/servers/ensure_servers.js').then((m) => m.ensureServers());" +
      "await import('./dist/scripts/servers/ensure_chromium.js').then((m) => m.ensureChromium());",
  ]);
}
const answers = mkdtempSync(join(tmpdir(), 'causeway-answers-'));
const wanted = longForm ? LONG_FORMS[longForm](listSuites()) : withBothForms(groups(listSuites()));
for (const group of wanted.flatMap(portions)) add(group.name, await runSuites(group));
if (patterns.length === 0 && !longForm) checkAnswers();
rmSync(answers, { recursive: true, force: true });

if (total.skipped > 0) console.log(`${total.skipped} skipped: see above why.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function check(name, args) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(NODE, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  add(name, { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 });
}

/** Whatever the document declares was answered to some suite, or it may be no more than a wish. */
function checkAnswers() {
  const unseen = unseenAnswers(join(answers, 'seen'));
  for (const line of unseen) console.log(`== declared and never seen: ${line}`);
  add('declared answers', { passed: 0, failed: unseen.length, skipped: 0 });
}

function add(name, { passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  console.log(`== ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
}

/** Every suite that jest would find, so that a new folder is never forgotten. */
function listSuites() {
  const { status, stdout } = spawnSync(NODE, [...JEST, '--listTests', '--json', ...patterns], { encoding: 'utf8' });
  if (status !== 0) throw new Error('jest could not list its suites.');
  return JSON.parse(stdout)
    .map((path) => relative(process.cwd(), path))
    .sort();
}

function groups(suites) {
  const byName = groupBy(suites, groupOf);
  const rank = (name) => (name === 'units' ? -1 : ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...byName]
    .map(([name, paths]) => ({ name, paths, workers: workersFor(name) }))
    .sort((a, b) => rank(a.name) - rank(b.name));
}

/** A suite of one process leaves half of two cores idle; the suites of the other groups start several, or a browser. */
function workersFor(name) {
  return name === 'units' || name === 'e2e' ? 2 : 1;
}

/** The end-to-end suites ask the same of the five processes as of the embedded form; some are about one form by nature. */
function withBothForms(groupsOfOne) {
  return groupsOfOne.flatMap((group) => {
    if (group.name !== 'e2e') return [group];
    const some = patterns.length > 0 ? group.paths : group.paths.filter((path) => !ON_SERVICES_IN_FULL.test(path));
    return [group, ...onServices(some), ...throughProxy(group.paths.filter((path) => PROXIED.test(path)))];
  });
}

function onServices(suites) {
  const paths = suites.filter((path) => path.startsWith('test/e2e/') && !OF_ONE_FORM.test(path));
  const environment = { CAUSEWAY_TEST_FORM: 'services' };
  return paths.length === 0 ? [] : [{ name: 'e2e on the services form', paths, environment }];
}

/** The same suites in several runs of jest; those that start no processes are spread over workers already. */
function portions(group) {
  const count = group.name === 'units' ? 1 : Math.ceil(group.paths.length / MOST_SUITES / (group.workers ?? 1));
  if (count <= 1) return [group];
  return Array.from({ length: count }, (_none, part) => ({
    ...group,
    name: `${group.name}, part ${part + 1} of ${count}`,
    paths: group.paths.filter((_path, at) => at % count === part),
  }));
}

function throughProxy(suites) {
  const paths = suites.filter((path) => path.startsWith('test/e2e/') && !NEVER_PROXIED.test(path));
  return paths.length === 0 ? [] : [{ name: 'e2e through a proxy', paths, environment: { CAUSEWAY_TEST_PROXY: '1' } }];
}

function groupBy(items, keyOf) {
  const map = new Map();
  for (const item of items) map.set(keyOf(item), [...(map.get(keyOf(item)) ?? []), item]);
  return map;
}

function groupOf(path) {
  const folder = /^test\/([^/]+)\//.exec(path)?.[1];
  return folder && !SIDE_BY_SIDE.includes(folder) ? folder : 'units';
}

async function runSuites({ name, paths, workers = 1, environment = {} }) {
  console.log(`\n== ${name}: ${paths.length} suites`);
  const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  const report = join(folder, 'report.json');
  const sideBySide = workers > 1 ? `--maxWorkers=${workers}` : '--runInBand';
  const pace = name === 'units' ? [sideBySide] : [sideBySide, '--testTimeout=90000'];
  const args = [...pace, '--json', `--outputFile=${report}`, '--runTestsByPath', ...paths];
  // A proxy that found a violation ends its suite in the middle of stopping, with servers left.
  if (environment.CAUSEWAY_TEST_PROXY) args.unshift('--forceExit');
  const status = await runJest(args, environment, report);
  const counts = countsOf(report, paths.length);
  rmSync(folder, { recursive: true, force: true });
  if (status === 0 || counts.failed > 0) return counts;
  console.log(`== ${name}: jest ended with ${status}, though no test failed.`);
  return { ...counts, failed: 1 };
}

/**
 * Answers jest's exit code. Past the limit its whole process group goes, servers included; so it does when its report is
 * written and something that a failed suite left running keeps it from ending.
 */
function runJest(args, environment, report) {
  return new Promise((resolve) => {
    const child = spawn(NODE, [...JEST, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, CAUSEWAY_SEEN_ANSWERS: join(answers, 'seen'), ...environment },
    });
    const stopAll = () => process.kill(-child.pid, 'SIGKILL');
    const limit = longForm ? LONG_FORM_MILLIS : GROUP_MILLIS;
    const timer = setTimeout(() => {
      console.log(`== stopped after ${limit / 60_000} minutes`);
      stopAll();
    }, limit);
    let reported = 0;
    const watch = setInterval(() => {
      reported ||= existsSync(report) ? Date.now() : 0;
      if (reported === 0 || Date.now() - reported < MOST_LINGERING) return;
      clearInterval(watch);
      console.log('== stopped: every suite had ended, and something still ran');
      stopAll();
    }, 1_000);
    process.once('SIGINT', stopAll);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      clearInterval(watch);
      process.off('SIGINT', stopAll);
      resolve(code ?? signal);
    });
  });
}

/** A suite that could not start has no tests to count, so it counts as one that failed; so does a run without a report. */
function countsOf(report, suites) {
  if (!existsSync(report)) return { passed: 0, failed: suites, skipped: 0 };
  const found = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numRuntimeErrorTestSuites,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}
