// Completes a package-lock.json in place: `node scripts/complete_lock.mjs [file ...]`. Run it after `npm install`.
//
// If a registry mirror has only the packages of its own platform, npm writes a lock without the optional packages of
// other platforms, and `npm ci` then rejects that lock as out of sync. For each missing package this script adds the
// entry that npm would have written: its version, and the platform in its name, so that other platforms skip it.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const MACHINES = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const files = process.argv.slice(2);
for (const file of files.length > 0
  ? files
  : ['package-lock.json', 'test/tools/package-lock.json', 'test/kubernetes/package-lock.json']) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = missing(lock.packages);
  const narrowed = withoutLibc(lock.packages);
  for (const [entry, libc] of narrowed) entry.libc = libc;
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)));
  if (added.length + narrowed.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added.length} added, ${narrowed.length} restricted to a C library`);
}

/** Entries with a C library in their name and without a `libc` field, each with that library. */
function withoutLibc(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const libc = entry.optional && !entry.libc && platformOf(path.replace(/^.*node_modules\//, ''))?.libc;
    return libc ? [[entry, libc]] : [];
  });
}

function missing(packages) {
  return Object.values(packages).flatMap(({ dev, optionalDependencies = {} }) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => !packages[`node_modules/${name}`] && /^\d/.test(version) && platformOf(name))
      .map(([name, version]) => [
        `node_modules/${name}`,
        { version, ...platformOf(name), ...(dev && { dev }), optional: true },
      ]),
  );
}

/** `@x/binding-linux-arm-musleabihf` -> linux, arm, musl; undefined if the name contains no platform. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = MACHINES.find((machine) => words.includes(machine));
  if (!os || !cpu) return undefined;
  const libc = /musl/.test(name) ? 'musl' : /gnu|glibc/.test(name) ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc && os === 'linux' && { libc: [libc] }), os: [os] };
}
