import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { busProcesses } from '../../lib/events/nats_rights.ts';
import { LIVENESS_NAME } from '../../lib/rpc/health.ts';
import { PROCESSES } from '../../lib/trust/arrows.ts';
import { ensureTools } from '../support/tools.ts';
import { BASE, baseFiles, baseObjects, containersOf, kustomization, objectsOf } from './deploy_files.ts';
import { settingsRead } from './settings_read.ts';
import { sourceOf } from './source_of.ts';
import { type ManifestCheck, manifestCheck } from './strict_manifests.ts';

const SECRET_EXAMPLE = 'deploy/k8s/secret.example.yaml';
/** The Service of the proxy's streams, which no headless one can spread. */
const PROXY = 'causeway-writes-proxy';

describe('the Kubernetes base', () => {
  let check: ManifestCheck;
  beforeAll(async () => {
    check = await manifestCheck(ensureTools());
  });

  it.each([...baseFiles(), { name: 'secret.example.yaml', text: readFileSync(SECRET_EXAMPLE, 'utf8') }])(
    'contains objects that a cluster accepts: $name',
    ({ text }) => {
      expect(objectsOf(text).length).toBeGreaterThan(0);
      expect(check(text)).toEqual([]);
    },
  );

  it.each([
    ['a misspelt field', 'readinessProbe:', 'readynessProbe:', /readynessProbe: unknown field/],
    ['a word instead of a number', 'maxSurge: 1', 'maxSurge: 1\n  replicas: two', /replicas: expected number/],
    ['a value that is not allowed', 'type: RuntimeDefault', 'type: RuntimeDefualt', /schema: /],
    ['a missing field', / {2}selector:\n {4}matchLabels:\n {6}app\S+ \S+\n/, '', /schema: /],
    ['a misspelt kind', 'kind: Service', 'kind: Sevrice', /unknown kind v1 Sevrice/],
    ['broken YAML', 'metadata:\n', 'metadata: {\n', /./],
  ])('is invalid with %s', (_wrong, sound, planted, fault) => {
    const text = readFileSync(`${BASE}/reads.yaml`, 'utf8');
    expect(check(text.replace(sound, planted))).toContainEqual(expect.stringMatching(fault));
  });

  it('lists exactly its files in the kustomization', () => {
    expect([...kustomization().resources].sort()).toEqual(
      baseFiles()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('has a kustomization with known fields only', () => {
    const known = ['apiVersion', 'kind', 'labels', 'resources', 'images'];
    expect(Object.keys(kustomization()).filter((key) => !known.includes(key))).toEqual([]);
  });

  it('deploys and serves each process', () => {
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget']) {
      const names = baseObjects()
        .filter((object) => object.kind === kind)
        .map(({ metadata }) => metadata.name);
      const own = kind === 'Service' ? [PROXY] : [];
      expect(names.sort()).toEqual([...PROCESSES.map((name) => `causeway-${name}`), ...own].sort());
    }
  });

  it('sends the streams of the proxy to a Service of their own', () => {
    const service = baseObjects().find(({ kind, metadata }) => kind === 'Service' && metadata.name === PROXY);
    const [port] = service?.spec?.ports ?? [];
    const settingsOf = (name: string) =>
      baseObjects()
        .filter(({ metadata, kind }) => kind === 'Deployment' && metadata.name === `causeway-${name}`)
        .flatMap(containersOf)
        .flatMap(({ env = [] }) => env.map(({ name: key, value }) => `${key}=${value}`));
    expect(settingsOf('gateway')).toContain(`CAUSEWAY_WRITES_PROXY_ADDRESS=${PROXY}:${port?.port}`);
    expect(settingsOf('writes')).toContain(`CAUSEWAY_WRITES_PROXY_PORT=${port?.port}`);
  });

  it('gives no pod the variables of service links, which would look like settings', () => {
    for (const { kind, spec } of baseObjects().filter(({ spec }) => spec?.template))
      expect({ kind, links: spec?.template?.spec?.enableServiceLinks }).toEqual({ kind, links: false });
  });

  it('S4: gives each pod its own key only, and its own user on NATS', () => {
    for (const name of PROCESSES) {
      const upper = name.toUpperCase();
      const [container] = baseObjects()
        .filter(({ metadata, kind }) => kind === 'Deployment' && metadata.name === `causeway-${name}`)
        .flatMap(containersOf);
      const keys = (container?.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []);
      const own = [`CAUSEWAY_${upper}_PROCESS_KEY`, `CAUSEWAY_${upper}_NATS_URL`];
      expect(keys.filter((key) => /_PROCESS_KEY$|_NATS_URL$/.test(key))).toEqual(
        busProcesses.includes(name) ? own : own.slice(0, 1),
      );
      expect(keys).toContain('CAUSEWAY_PROCESS_PUBLIC_KEYS');
    }
  });

  it('F5: restarts no service because its database is unavailable', () => {
    for (const name of PROCESSES.filter((one) => one !== 'gateway')) {
      const [container] = baseObjects()
        .filter(({ metadata, kind }) => kind === 'Deployment' && metadata.name === `causeway-${name}`)
        .flatMap(containersOf);
      expect(container?.livenessProbe?.grpc).toEqual({ port: 50051, service: LIVENESS_NAME });
      expect(container?.startupProbe?.grpc).toEqual({ port: 50051, service: LIVENESS_NAME });
      expect(container?.readinessProbe?.grpc).toEqual({ port: 50051 });
    }
  });

  it('points Services at the labels of a Deployment, and at each of its ports once', () => {
    const services = baseObjects().filter(({ kind }) => kind === 'Service');
    for (const deployment of baseObjects().filter(({ kind }) => kind === 'Deployment')) {
      const { name } = deployment.metadata;
      const own = services.filter(({ metadata }) => [name, `${name}-proxy`].includes(metadata.name));
      for (const service of own)
        expect(deployment.spec?.template?.metadata.labels).toMatchObject(service.spec?.selector ?? { none: '' });
      const ports = containersOf(deployment)
        .flatMap((container) => container.ports ?? [])
        .map((port) => port.name)
        .filter((port) => port !== 'metrics'); // scraped from each pod, through no Service
      expect(own.flatMap(({ spec }) => spec?.ports?.map(({ targetPort }) => targetPort))).toEqual(ports);
    }
  });

  it('names only commands that the repository builds', () => {
    const commands = baseObjects()
      .flatMap(containersOf)
      .map(({ command }) => command);
    expect(commands.length).toBe(PROCESSES.length + 1);
    for (const [program, path] of commands) {
      expect(program).toBe('node');
      expect({ path, exists: existsSync(sourceOf(path!)) }).toEqual({ path, exists: true });
    }
  });

  it.each(PROCESSES)('gives %s only settings that it reads, with exact names', (name) => {
    const read = settingsRead(name);
    const config = baseObjects().find(({ kind }) => kind === 'ConfigMap');
    expect(read).toEqual(expect.arrayContaining(Object.keys(config?.data ?? {})));
    const container = baseObjects()
      .flatMap(containersOf)
      .find((each) => each.name === name);
    for (const { name: setting } of container?.env ?? []) expect(read).toContain(setting);
  });

  it('refers only to existing configuration and secrets', () => {
    const config = baseObjects().find(({ kind }) => kind === 'ConfigMap');
    const [secret] = objectsOf(readFileSync(SECRET_EXAMPLE, 'utf8'));
    for (const container of baseObjects().flatMap(containersOf)) {
      expect(container.envFrom).toEqual([{ configMapRef: { name: config?.metadata.name } }]);
      for (const { valueFrom } of container.env ?? []) {
        if (!valueFrom) continue;
        expect(valueFrom.secretKeyRef?.name).toBe(secret?.metadata.name);
        expect(Object.keys(secret?.stringData ?? {})).toContain(valueFrom.secretKeyRef?.key);
      }
    }
  });
});
