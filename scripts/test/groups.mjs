// Decides which suites run together and in which forms, and the budget of each group. Groups start in the order of
// ORDER. Groups that start servers, kill processes or wait come first and the many short suites last, so that both
// cores are busy until the end.
const ORDER = [
  'stories',
  'crash',
  'e2e on the services form',
  'e2e through a proxy',
  'browser',
  'walks',
  'deno',
  'e2e',
];
/** Folders of test/ whose suites use no shared platform. */
const WITHOUT_PLATFORM = ['architecture', 'contract', 'deploy', 'jest', 'promises', 'replay', 'support'];
/** The groups of those folders, and of the suites beside the code. */
export const GROUPS_WITHOUT_PLATFORM = ['contract and promises', 'units'];
/** The budget of each group in CPU seconds, on a machine whose `bench -- read` floor makes 31,000 records/s. */
export const BUDGETS = {
  'contract and promises': 440,
  e2e: 360,
  crash: 300,
  units: 170,
  browser: 160,
  'e2e on the services form': 120,
  stories: 120,
  bench: 100,
  'shared: embedded_1': 90,
  'shared: services_1': 80,
  'shared: mariadb': 50,
  'e2e through a proxy': 60,
  all: 2_060,
};

/** The longest suites: they start before the other suites of their group. */
const LONGEST = /\/(fuzz|conformance|schemes|tenancy_matrix|01_boundary|10_tokens|05_schedule_ticks)\.test\.ts$/;

/**
 * The end-to-end suites that test something between the processes: events, bodies, versions, callers and deletions on
 * their way from one service to another, over NATS and on MariaDB. `npm test` runs these on the services form too.
 * Behaviour that the gateway or one service decides alone is tested on the embedded form; the behaviour of each
 * database and bus is tested by test/contract.
 */
const BETWEEN_PROCESSES = suitesNamed([
  'audit_log',
  'conditional_answers',
  'counts',
  'customer_tokens',
  'deliver_results',
  'destination_names',
  'exact_numbers',
  'held_messages',
  'integrations',
  'large_records',
  'metrics',
  'notifications',
  'proxy',
  'reads',
  'request_log',
  'schedules',
  'tenancy',
  'traces',
  'writes',
]);
/** Suites that start a specific form themselves, on any form of the run. */
const OF_ONE_FORM = suitesNamed([
  'full_disk',
  'migrate',
  'restart',
  'services_form',
  'services_unavailable',
  'starting',
]);
/**
 * The end-to-end suites that `npm test` also runs through the validation proxy: they call many operations in little
 * time.
 */
const PROXIED = suitesNamed(['destinations', 'installations', 'notifications']);
/**
 * Suites about requests that a proxy does not pass on: invalid HTTP and JSON, pages, host names, callers' addresses,
 * restarts, and requests for providers, whose paths are in no document.
 */
const NEVER_PROXIED = suitesNamed([
  'bad_input',
  'docs_page',
  'fuzz',
  'large_records',
  'metrics',
  'migrate',
  'other_bases',
  'proxy',
  'proxy_guard',
  'public_bases',
  'rate_limits',
  'restart',
  'root_page',
  'services_form',
  'traces',
]);

/**
 * Suites that only `npm run test:full` runs, because they take minutes: twelve processes start one after the other, or
 * a fault lasts until an alert would notice it. `runbooks.test.ts` tests nine of the faults in `npm test`.
 */
const ONLY_IN_FULL = new Set([
  'test/crash/rolling_restart.test.ts',
  'test/guides/runbook_of_the_ledger.test.ts',
  'test/guides/runbooks_of_processes.test.ts',
  'test/guides/runbooks_of_queues.test.ts',
]);

/**
 * Every suite once, and the end-to-end suites also on the services form and through the proxy. `isFull`: all of them.
 */
export function groupsOf(all, { isFull }) {
  const suites = isFull ? all : all.filter((path) => !ONLY_IN_FULL.has(path));
  return inOrder([
    ...groupBy(suites, groupNameOf),
    ...onServices(suites, { isFull }),
    ...throughProxy(suites, { isFull }),
    ...(isFull ? pagesOnServices(suites) : []),
  ]);
}

/** One line of suite names per group that `groupsOf` leaves out when it is not full. */
export function leftOutOf(suites) {
  const [short, full] = [false, true].map((isFull) => groupsOf(suites, { isFull }));
  return full.flatMap(({ name, paths }) => {
    const ran = short.find((group) => group.name === name)?.paths ?? [];
    const names = paths
      .filter((path) => !ran.includes(path))
      .map((path) => /([^/]+)\.test\.ts$/.exec(path)?.[1] ?? path);
    return names.length > 0 ? [`${name}: ${names.toSorted().join(', ')}`] : [];
  });
}

/**
 * All suites in the lists of this file. A test checks that each exists, because a renamed suite would silently not run.
 */
export const listedSuites = [BETWEEN_PROCESSES, OF_ONE_FORM, PROXIED, NEVER_PROXIED, ONLY_IN_FULL].flatMap((one) => [
  ...one,
]);

/** The groups of `npm run test:services`, with the console and the connect page in a browser. */
export function onServicesInFull(suites) {
  return [...onServices(suites, { isFull: true }), ...pagesOnServices(suites)];
}

export function throughProxy(suites, { isFull } = { isFull: true }) {
  const paths = suites.filter((path) => isEndToEnd(path) && (isFull ? !NEVER_PROXIED.has(path) : PROXIED.has(path)));
  return group('e2e through a proxy', paths, { environment: { CAUSEWAY_TEST_PROXY: '1' } });
}

function onServices(suites, { isFull }) {
  const paths = suites.filter(
    (path) => isEndToEnd(path) && (isFull ? !OF_ONE_FORM.has(path) : BETWEEN_PROCESSES.has(path)),
  );
  return group('e2e on the services form', paths, { environment: { CAUSEWAY_TEST_FORM: 'services' } });
}

function pagesOnServices(suites) {
  const paths = suites.filter((path) => /^test\/browser\/con/.test(path));
  return group('browser on the services form', paths, { environment: { CAUSEWAY_TEST_FORM: 'services' } });
}

function group(name, paths, more = {}) {
  return paths.length === 0 ? [] : [{ name, paths: longestFirst(paths), ...more }];
}

function groupBy(suites, nameOf) {
  const groups = new Map();
  for (const path of suites) groups.set(nameOf(path), [...(groups.get(nameOf(path)) ?? []), path]);
  return [...groups].flatMap(([name, paths]) => group(name, paths));
}

function groupNameOf(path) {
  const folder = /^test\/([^/]+)\//.exec(path)?.[1];
  if (!folder) return 'units';
  return WITHOUT_PLATFORM.includes(folder) ? 'contract and promises' : folder;
}

function inOrder(groups) {
  const last = GROUPS_WITHOUT_PLATFORM;
  const rank = ({ name }) => {
    if (last.includes(name)) return ORDER.length + 1 + last.indexOf(name);
    return ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
  };
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

function longestFirst(paths) {
  return paths.toSorted((a, b) => Number(LONGEST.test(b)) - Number(LONGEST.test(a)));
}

function isEndToEnd(path) {
  return path.startsWith('test/e2e/');
}

function suitesNamed(names) {
  return new Set(names.map((name) => `test/e2e/${name}.test.ts`));
}
