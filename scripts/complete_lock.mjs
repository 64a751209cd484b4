// Completes a package-lock.json in place: `node scripts/complete_lock.mjs [file ...]`. Run it after `npm install`.
//
// A registry mirror that holds only the packages of its own platform makes npm write a lock without the other
// platforms' optional packages, and then `npm ci` refuses that lock as out of step. Each missing one gets the entry
// that npm would have written: its version, and the platform that its name says, so that others skip it.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const MACHINES = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const files = process.argv.slice(2);
for (const file of files.length > 0 ? files : ['package-lock.json', 'test/tools/package-lock.json']) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = missing(lock.packages);
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)));
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added.length} added`);
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

/** `@x/binding-linux-arm-musleabihf` -> linux, arm, musl; undefined for a name that is of no platform. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = MACHINES.find((machine) => words.includes(machine));
  if (!os || !cpu) return undefined;
  const libc = /musl/.test(name) ? 'musl' : /gnu|glibc/.test(name) ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc && os === 'linux' && { libc: [libc] }), os: [os] };
}
