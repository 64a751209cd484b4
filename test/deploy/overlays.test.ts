import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { busProcesses } from '../../lib/events/nats_rights.ts';
import { PROCESSES } from '../../lib/trust/arrows.ts';
import { ensureKubernetes, ensureTools } from '../support/tools.ts';
import { kustomization } from './deploy_files.ts';
import { rendered } from './kubectl.ts';
import { policyFaults, type Rendered } from './policies.ts';
import { type ManifestCheck, manifestCheck } from './strict_manifests.ts';

const FOLDERS = ['base', 'overlays/dev', 'overlays/prod'];
const tag = kustomization().images[0]?.newTag ?? '';

function objectsOf(text: string): Rendered[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Rendered);
}

/** Rendered by kubectl, not applied: no cluster is there. */
describe('the Kubernetes base and its overlays, as kubectl renders them', () => {
  const texts = new Map<string, string>();
  let check: ManifestCheck;
  beforeAll(async () => {
    check = await manifestCheck(ensureTools(), ensureKubernetes());
    for (const folder of FOLDERS) texts.set(folder, rendered(folder));
  });
  const text = (folder: string) => texts.get(folder) ?? '';
  const objects = (folder: string) => objectsOf(text(folder));
  const named = (folder: string, kind: string, name: string) =>
    objects(folder).find((object) => object.kind === kind && object.metadata.name === name);

  it.each(FOLDERS)('%s has only objects that a cluster accepts', (folder) => {
    expect(objects(folder).length).toBeGreaterThan(40);
    expect(check(text(folder))).toEqual([]);
  });

  it.each(FOLDERS)('%s keeps our policies', (folder) => {
    expect(policyFaults(objects(folder), tag)).toEqual([]);
  });

  it.each(FOLDERS)('%s lets each pod run as an account that exists, which no other pod has', (folder) => {
    const pods = objects(folder).filter(({ spec }) => spec?.template?.spec);
    const accounts = pods.map(({ spec }) => spec.template.spec.serviceAccountName);
    expect(new Set(accounts).size).toBe(pods.length);
    for (const name of accounts)
      expect(named(folder, 'ServiceAccount', name)).toMatchObject({ automountServiceAccountToken: false });
  });

  it.each(FOLDERS)('%s has the metrics port on each process, and tells the process so', (folder) => {
    expect(named(folder, 'ConfigMap', 'causeway-config')?.data).toMatchObject({
      CAUSEWAY_METRICS_PORT: '9464',
      CAUSEWAY_METRICS_HOST: '0.0.0.0',
    });
    for (const name of PROCESSES)
      expect(named(folder, 'Deployment', `causeway-${name}`)?.spec.template.spec.containers[0].ports).toContainEqual({
        name: 'metrics',
        containerPort: 9464,
      });
  });

  it.each(['overlays/dev', 'overlays/prod'])('%s puts everything into its own restricted namespace', (folder) => {
    expect(named(folder, 'Namespace', 'causeway')).toBeDefined();
    const elsewhere = objects(folder).filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'causeway',
    );
    expect(elsewhere).toEqual([]);
  });

  it('dev gives every reference to a Secret or ConfigMap something that exists', () => {
    const given = new Map(
      objects('overlays/dev')
        .filter(({ kind }) => ['Secret', 'ConfigMap'].includes(kind))
        .map(({ metadata, data }) => [metadata.name, Object.keys(data ?? {})]),
    );
    const pods = objects('overlays/dev').flatMap(({ spec }) => spec?.template?.spec ?? []);
    const containers = pods.flatMap(({ containers: list }) => list);
    for (const { env = [], envFrom = [] } of containers) {
      for (const { configMapRef } of envFrom) expect([...given.keys()]).toContain(configMapRef.name);
      for (const { valueFrom } of env)
        if (valueFrom) expect(given.get(valueFrom.secretKeyRef.name)).toContain(valueFrom.secretKeyRef.key);
    }
    const mounted = pods.flatMap(({ volumes = [] }) => volumes).filter(({ configMap }) => configMap);
    expect(mounted.length).toBe(2);
    for (const { configMap } of mounted) expect([...given.keys()]).toContain(configMap.name);
  });

  it('dev makes new secrets each time', () => {
    const secretOf = (yaml: string) => objectsOf(yaml).find(({ kind }) => kind === 'Secret')?.data ?? {};
    const [one, other] = [secretOf(text('overlays/dev')), secretOf(rendered('overlays/dev'))];
    const same = Object.keys(one).filter((key) => one[key] === other[key]);
    expect([Object.keys(one).length > 20, same]).toEqual([true, []]);
  });

  it('dev has the schemas of compose', () => {
    expect(readFileSync('deploy/k8s/overlays/dev/schemas.sql', 'utf8')).toBe(
      readFileSync('deploy/compose_schemas.sql', 'utf8'),
    );
  });

  it('prod has no Secret, no database and no broker of its own', () => {
    const kinds = objects('overlays/prod').map(({ kind }) => kind);
    expect(kinds.filter((kind) => ['Secret', 'StatefulSet'].includes(kind))).toEqual([]);
  });

  it('prod starts no pod without its key and its user on NATS, which the base lets be absent', () => {
    expect(text('base').match(/optional: true/g)?.length).toBe(PROCESSES.length * 2 + busProcesses.length);
    expect(text('overlays/prod')).not.toContain('optional: true');
  });

  it('prod is public through TLS only, and lets only the ingress controller reach the gateway', () => {
    const ingress = named('overlays/prod', 'Ingress', 'causeway')?.spec;
    const hosts = ingress.rules.map(({ host }: { host: string }) => host);
    expect(ingress.tls).toEqual([{ hosts, secretName: 'causeway-tls' }]);
    const { data } = named('overlays/prod', 'ConfigMap', 'causeway-config') ?? {};
    expect(data?.['CAUSEWAY_PUBLIC_URL']).toBe(`https://${hosts[0]}`);
    const { spec } = named('overlays/prod', 'NetworkPolicy', 'causeway-gateway') ?? {};
    expect(spec.ingress).toEqual([{ from: [{ namespaceSelector: expect.anything() }], ports: [expect.anything()] }]);
  });

  it('prod reaches its database and NATS by address, and keeps every other rule of the base', () => {
    const changed = objects('base')
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .filter(({ metadata, spec }) => {
        const same = named('overlays/prod', 'NetworkPolicy', metadata.name)?.spec;
        return JSON.stringify(same) !== JSON.stringify(spec);
      });
    expect(changed.map(({ metadata }) => metadata.name).sort()).toEqual([
      'causeway-database',
      'causeway-gateway',
      'causeway-nats',
    ]);
  });

  it('only prod needs the kinds of the Prometheus Operator', () => {
    const withMonitor = FOLDERS.filter((folder) => objects(folder).some(({ kind }) => kind === 'PodMonitor'));
    expect(withMonitor).toEqual(['overlays/prod']);
    const monitor = named('overlays/prod', 'PodMonitor', 'causeway')?.spec;
    expect(monitor.selector.matchExpressions[0].values.sort()).toEqual(
      PROCESSES.map((name) => `causeway-${name}`).sort(),
    );
    expect(monitor.podMetricsEndpoints[0]).toMatchObject({ port: 'metrics', path: '/metrics' });
  });

  it('scales reads and notifications by the metric that the adapter serves and the code has', () => {
    const [rule] = parse(readFileSync('deploy/k8s/adapter/rules.yaml', 'utf8')).externalRules;
    const metric = /__name__="(\w+)"/.exec(rule.seriesQuery)?.[1];
    expect(readFileSync('docs/metrics.md', 'utf8')).toContain(`\`${metric}\` | gauge | \`queue\``);
    expect(rule.metricsQuery).toMatch(/^max\(.* by \(queue\)$/);
    for (const [name, queue] of [
      ['reads', 'reads'],
      ['notifications', 'deliveries'],
    ]) {
      const [{ external }] = named('base', 'HorizontalPodAutoscaler', `causeway-${name}`)?.spec.metrics ?? [{}];
      expect(external.metric).toEqual({ name: metric, selector: { matchLabels: { queue } } });
      expect(external.target.type).toBe('Value');
    }
  });

  it('scales gateway, writes and installation by their CPU, and identity not', () => {
    const scaled = objects('base').filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scaled.map(({ metadata }) => metadata.name).sort()).toEqual(
      PROCESSES.filter((name) => name !== 'identity')
        .map((name) => `causeway-${name}`)
        .sort(),
    );
    for (const name of ['gateway', 'writes', 'installation'])
      expect(named('base', 'HorizontalPodAutoscaler', `causeway-${name}`)?.spec.metrics).toEqual([
        { type: 'Resource', resource: expect.objectContaining({ name: 'cpu' }) },
      ]);
    expect(named('base', 'Deployment', 'causeway-identity')?.spec.replicas).toBe(2);
  });

  it('needs as many database connections as deploy/README.md says', () => {
    const { services, max } = objects('base')
      .filter(({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name !== 'causeway-gateway')
      .reduce((sum, { spec }) => ({ services: sum.services + 1, max: sum.max + spec.maxReplicas }), {
        services: 1,
        max: 2,
      });
    expect(services).toBe(PROCESSES.length - 1);
    const connections =
      max * Number(/\{ poolSize = (\d+) \}: DatabaseOptions/.exec(readFileSync('lib/db/open.ts', 'utf8'))?.[1]);
    expect(readFileSync('deploy/README.md', 'utf8')).toContain(`allow ${connections} (`);
  });

  it.each<[string, string, string | RegExp, string, RegExp]>([
    ['no liveness probe', 'Deployment/causeway-reads', /livenessProbe/g, 'x-livenessProbe', /has no livenessProbe/],
    ['no readiness probe', 'StatefulSet/nats', /readinessProbe/g, 'x-readinessProbe', /has no readinessProbe/],
    ['no startup probe', 'Deployment/causeway-gateway', /startupProbe/g, 'x-startupProbe', /has no startupProbe/],
    ['no memory limit', 'Job/causeway-migrate', '"limits"', '"limit"', /no memory limit/],
    ['no requests', 'Deployment/causeway-reads', '"requests"', '"request"', /requests no CPU or memory/],
    ['root', 'Deployment/causeway-reads', '"runAsNonRoot":true', '"runAsNonRoot":false', /runAsNonRoot is not true/],
    ['the root user', 'Deployment/causeway-reads', '"runAsUser":1000', '"runAsUser":0', /runAsUser is root/],
    ['no seccomp', 'StatefulSet/mariadb', 'RuntimeDefault', 'Unconfined', /seccompProfile/],
    ['escalation', 'Deployment/causeway-writes', 'Escalation":false', 'Escalation":true', /allowPrivilegeEscalation/],
    ['capabilities', 'Deployment/causeway-writes', '"drop":["ALL"]', '"drop":["KILL"]', /drop all capabilities/],
    [
      'added capabilities',
      'Deployment/causeway-writes',
      '"drop":["ALL"]',
      '"add":["KILL"],"drop":["ALL"]',
      /capabilities/,
    ],
    ['a writable root', 'StatefulSet/nats', 'Filesystem":true', 'Filesystem":false', /root file system/],
    [
      'the network of the host',
      'Deployment/causeway-reads',
      '"containers"',
      '"hostNetwork":true,"containers"',
      /namespace of the host/,
    ],
    ['a path of the host', 'StatefulSet/mariadb', '"emptyDir":{}', '"hostPath":{"path":"/"}', /path of the host/],
    ['the default account', 'Deployment/causeway-reads', 'serviceAccountName', 'x-account', /no service account/],
    ['a token of the API', 'Deployment/causeway-reads', 'Token":false', 'Token":true', /token of the Kubernetes API/],
    ['the tag latest', 'StatefulSet/nats', 'nats:2.10', 'nats:latest', /no fixed tag/],
    ['no tag', 'StatefulSet/mariadb', 'mariadb:10.11', 'mariadb', /no fixed tag/],
    ['another version', 'Deployment/causeway-reads', /causeway:[\w.]+/, 'causeway:0.0.9', /has not the tag/],
    [
      'a password in the text',
      'StatefulSet/mariadb',
      /"valueFrom":\{[^}]*\}\}/,
      '"value":"causeway"',
      /value in the manifest/,
    ],
    [
      'a default password',
      'Secret/',
      /"CAUSEWAY_DATABASE_PASSWORD":"[^"]*"/,
      '"CAUSEWAY_DATABASE_PASSWORD":"Y2F1c2V3YXk="',
      /can be guessed/,
    ],
    [
      'a secret in a ConfigMap',
      'ConfigMap/causeway-config',
      '"data":{',
      '"data":{"CAUSEWAY_KEYRING":"k1:x",',
      /belongs into a Secret/,
    ],
    ['a lax namespace', 'Namespace/causeway', 'enforce":"restricted', 'enforce":"baseline', /enforce restricted/],
    [
      'replicas beside an autoscaler',
      'Deployment/causeway-reads',
      '"spec":{',
      '"spec":{"replicas":2,',
      /sets replicas/,
    ],
    [
      'a budget of none',
      'PodDisruptionBudget/causeway-reads',
      '"maxUnavailable":1',
      '"maxUnavailable":0',
      /lets no pod go/,
    ],
    [
      'an autoscaler of nothing',
      'HorizontalPodAutoscaler/causeway-reads',
      '"name":"causeway-reads"}',
      '"name":"raeds"}',
      /scales nothing/,
    ],
    ['hasty growth', 'HorizontalPodAutoscaler/causeway-reads', /WindowSeconds":60\b/, 'WindowSeconds":0', /scaleUp/],
    [
      'hasty shrinking',
      'HorizontalPodAutoscaler/causeway-reads',
      '"stabilizationWindowSeconds":600',
      '"stabilizationWindowSeconds":0',
      /scaleDown/,
    ],
  ])('a policy refuses %s', (_wrong, of, sound, planted, fault) => {
    const list = objects('overlays/dev').map((object) => {
      if (!`${object.kind}/${object.metadata.name}`.startsWith(of)) return object;
      const json = JSON.stringify(object);
      const broken = json.replace(sound, planted);
      expect(broken).not.toBe(json);
      return JSON.parse(broken) as Rendered;
    });
    expect(policyFaults(list, tag)).toContainEqual(expect.stringMatching(fault));
  });

  it('notices a misspelt field of a kind of the operator', () => {
    expect(check(text('overlays/prod').replace('podMetricsEndpoints', 'podMetricEndpoints'))).toContainEqual(
      expect.stringMatching(/PodMonitor\/causeway: .*podMetricEndpoints/),
    );
  });

  it('fails to render when an overlay names an object that the base does not have', () => {
    expect(() =>
      rendered('overlays/prod', (copy) => {
        const path = join(copy, 'overlays/prod/network.yaml');
        writeFileSync(path, readFileSync(path, 'utf8').replace('causeway-nats', 'causeway-nuts'));
      }),
    ).toThrow(/causeway-nuts/);
  });
});
