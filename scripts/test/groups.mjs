// Which suites run together, and in which forms. Groups start in the order of this list. Groups that start servers,
// kill processes or wait come first and the many short suites last, so that both cores stay busy to the end.
const ORDER = ['crash', 'e2e on the services form', 'e2e through a proxy', 'browser', 'walks', 'deno', 'e2e'];
/** Folders of test/ whose suites start no platform. */
const WITHOUT_PLATFORM = ['architecture', 'contract', 'deploy', 'promises', 'replay', 'support'];
/**
 * These suites measure time: the takeover is promised in 10 s and takes 7, so nothing runs beside them. They wait until
 * both lanes are free, so they come last.
 */
const ALONE = /^test\/crash\/takeover\.test\.ts$/;
/** Longest first: these start before the other suites of their group. */
const LONGEST = /\/(fuzz|conformance|schemes|tenancy_matrix|01_boundary|10_tokens|05_schedule_ticks)\.test\.ts$/;

/** The end-to-end suites that `npm test` also runs through the validation proxy: many operations in little time. */
const PROXIED =
  /^test\/e2e\/(connections|destinations|installations|notifications|orgs|provider_apps|api_keys|hydration|update_installation)\.test\.ts$/;
/**
 * Suites about what a proxy does not pass on: invalid HTTP and JSON, pages, host names, callers' addresses, restarts.
 */
const NEVER_PROXIED =
  /^test\/e2e\/(bad_input|docs_page|fuzz|large_records|migrate|other_bases|public_bases|rate_limits|restart|root_page|services_form)\.test\.ts$/;
/** Suites that test one form only. */
const OF_ONE_FORM = /\/(services_form|restart|migrate)\.test\.ts$/;
/**
 * Suites of what the gateway decides alone, or with one call to a service: five processes show little more than one.
 * `npm run test:services` runs these too.
 */
const ON_SERVICES_IN_FULL =
  /\/(access|bad_input|billing|claimed_domains|cors|docs_page|fields|fuzz|hydration|jwt_keys|learned_values|memberships|object_metadata|oidc_builders|other_bases|problems|provider_catalogue|provider_fields|public_bases|rate_limits|renamed_objects|root_page|schemes|tenancy_matrix|token_script|uploads|upsert_metadata)\.test\.ts$/;

/**
 * Every suite once, and the end-to-end suites also on the other form and through the proxy. `isFull` includes all of
 * them.
 */
export function groupsOf(suites, { isFull }) {
  return inOrder([
    ...groupBy(suites, groupNameOf),
    ...onServices(isFull ? suites : suites.filter((path) => !ON_SERVICES_IN_FULL.test(path))),
    ...throughProxy(suites.filter((path) => PROXIED.test(path))),
  ]);
}

export function onServices(suites) {
  const paths = suites.filter((path) => isEndToEnd(path) && !OF_ONE_FORM.test(path));
  const environment = { CAUSEWAY_TEST_FORM: 'services' };
  return paths.length === 0 ? [] : [{ name: 'e2e on the services form', paths: longestFirst(paths), environment }];
}

/** `npm run test:services`: besides, the console and the connect page in a browser. */
export function onServicesInFull(suites) {
  const paths = suites.filter((path) => /^test\/browser\/con/.test(path));
  const environment = { CAUSEWAY_TEST_FORM: 'services' };
  const pages = paths.length === 0 ? [] : [{ name: 'browser on the services form', paths, environment }];
  return [...onServices(suites), ...pages];
}

export function throughProxy(suites) {
  const paths = suites.filter((path) => isEndToEnd(path) && !NEVER_PROXIED.test(path));
  // A proxy that found a violation ends its suite while it stops, so servers may be left.
  const more = { environment: { CAUSEWAY_TEST_PROXY: '1' }, args: ['--forceExit'] };
  return paths.length === 0 ? [] : [{ name: 'e2e through a proxy', paths: longestFirst(paths), ...more }];
}

function groupBy(suites, nameOf) {
  const groups = new Map();
  for (const path of suites) groups.set(nameOf(path), [...(groups.get(nameOf(path)) ?? []), path]);
  return [...groups].map(([name, paths]) => ({ name, paths: longestFirst(paths), isAlone: name === 'alone' }));
}

function groupNameOf(path) {
  if (ALONE.test(path)) return 'alone';
  const folder = /^test\/([^/]+)\//.exec(path)?.[1];
  if (!folder) return 'units';
  return WITHOUT_PLATFORM.includes(folder) ? 'contract and promises' : folder;
}

function inOrder(groups) {
  const last = ['contract and promises', 'units', 'alone'];
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
