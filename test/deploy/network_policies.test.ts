import { describe, expect, it } from '@jest/globals';
import { busProcesses } from '../../lib/events/nats_rights.ts';
import { isBlockedAddress } from '../../lib/http/blocked_address.ts';
import { callsService, PROCESSES, SERVICES } from '../../lib/trust/arrows.ts';
import { rendered } from './kubectl.ts';
import { deployments, objectsOf, type Pod, type Policy, reaches, selects } from './network_reach.ts';

/**
 * Who reaches whom under the base's network policies, as a cluster decides it: a connection needs a rule of egress of
 * its source and a rule of ingress of its target, and policies only add.
 */
describe('the network policies of the base', () => {
  const base = rendered('base');
  const policies = objectsOf(base);
  const pod = (name: string, namespace = 'causeway'): Pod => ({ name, namespace });
  const processes = PROCESSES.map((name) => `causeway-${name}`);
  const pods = [...processes, 'causeway-migrate', 'mariadb', 'nats', 'stranger'];
  /** A MariaDB and a NATS server have the policies of the overlay `dev`; here everybody may enter them. */
  const isOpen = (name: string) => ['mariadb', 'nats'].includes(name);
  const reach = (from: Pod, to: Pod, port: number) => reaches(policies, from, to, port, { ingress: !isOpen(to.name) });

  it('allow each arrow of the architecture, and no other call between processes', () => {
    const allowed = PROCESSES.flatMap((from) =>
      SERVICES.filter((to) => reach(pod(`causeway-${from}`), pod(`causeway-${to}`), 50051)).map((to) => [from, to]),
    );
    const arrows = PROCESSES.flatMap((from) => SERVICES.filter((to) => callsService(from, to)).map((to) => [from, to]));
    expect(arrows.length).toBeGreaterThan(10);
    expect(allowed).toEqual(arrows);
  });

  it('allow nothing else inside the namespace but the proxy port, the public port, the database and NATS', () => {
    const ports = [53, 80, 443, 3306, 4222, 8080, 8222, 9464, 50051, 50052];
    const others = pods.flatMap((from) =>
      pods.flatMap((to) =>
        ports
          .filter((port) => port !== 50051 && reach(pod(from), pod(to), port))
          .map((port) => `${from} ${to}:${port}`),
      ),
    );
    expect(others.sort()).toEqual(
      [
        'causeway-gateway causeway-writes:50052',
        ...[...SERVICES, 'migrate'].map((name) => `causeway-${name} mariadb:3306`),
        ...busProcesses.map((name) => `causeway-${name} nats:4222`),
      ].sort(),
    );
  });

  it('let no pod outside of the list call a service, or be called by one', () => {
    for (const name of SERVICES) {
      expect(reach(pod('stranger'), pod(`causeway-${name}`), 50051)).toBe(false);
      expect(reach(pod('any', 'default'), pod(`causeway-${name}`), 50051)).toBe(false);
      expect(reach(pod(`causeway-${name}`), pod('any', 'default'), 50051)).toBe(false);
    }
  });

  it('let the public port be reached from everywhere else, and the metrics from `monitoring` alone', () => {
    expect(reach(pod('controller', 'ingress'), pod('causeway-gateway'), 8080)).toBe(true);
    for (const name of processes) {
      expect(reach(pod('prometheus', 'monitoring'), pod(name), 9464)).toBe(true);
      expect(reach(pod('prometheus', 'default'), pod(name), 9464)).toBe(false);
      expect(reach(pod('prometheus', 'monitoring'), pod(name), 50052)).toBe(false);
    }
  });

  it('let every pod of ours resolve names, at the DNS of the cluster alone', () => {
    const dns = { name: 'coredns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
    for (const name of [...processes, 'causeway-migrate']) {
      expect(reaches(policies, pod(name), dns, 53, { ingress: false })).toBe(true);
      expect(reaches(policies, pod(name), dns, 53, { ingress: false, protocol: 'UDP' })).toBe(true);
      expect(reaches(policies, pod(name), pod('coredns', 'kube-system'), 53, { ingress: false })).toBe(false);
      expect(reaches(policies, pod(name), dns, 6443, { ingress: false })).toBe(false);
    }
    expect(reaches(policies, pod('stranger'), dns, 53, { ingress: false })).toBe(false);
  });

  const ADDRESSES = [
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.0.0.1', false],
    ['172.20.1.1', false],
    ['192.168.1.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['168.63.129.16', false],
    ['100.64.0.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2002:a00:1::', false],
    ['64:ff9b::a00:1', false],
  ] as const;

  it.each(ADDRESSES)('open %s to services: %s, as the code does', (address, isPublic) => {
    expect(isBlockedAddress(address)).toBe(!isPublic);
    for (const name of SERVICES)
      expect([name, reaches(policies, pod(`causeway-${name}`), { address }, 443, { ingress: false })]).toEqual([
        name,
        isPublic,
      ]);
    for (const name of ['causeway-gateway', 'causeway-migrate'])
      expect(reaches(policies, pod(name), { address }, 443, { ingress: false })).toBe(false);
  });

  it('open ports that the pods have, and every port of a pod but those of probes', () => {
    for (const { metadata, spec } of deployments(base)) {
      const own = policies.filter(({ spec: { podSelector } }) => selects(podSelector, pod(metadata.name)));
      const opened = own.flatMap(({ spec: { ingress = [] } }) => ingress.flatMap(({ ports = [] }) => ports));
      const declared = spec.template.spec.containers.flatMap(({ ports = [] }) => ports);
      expect([metadata.name, opened.map(({ port }) => port).sort()]).toEqual([
        metadata.name,
        declared.map(({ containerPort }) => containerPort).sort(),
      ]);
    }
    expect(deployments(base).length).toBe(PROCESSES.length);
  });

  it('let the pods of `dev` reach their MariaDB and NATS, and nobody else', () => {
    const dev = objectsOf(rendered('overlays/dev'));
    const users = (name: string, port: number) => pods.filter((from) => reaches(dev, pod(from), pod(name), port));
    expect(users('mariadb', 3306)).toEqual([...SERVICES, 'migrate'].map((name) => `causeway-${name}`));
    expect(users('nats', 4222)).toEqual(busProcesses.map((name) => `causeway-${name}`));
    for (const name of ['mariadb', 'nats']) expect(reaches(dev, pod(name), { address: '8.8.8.8' }, 443)).toBe(false);
  });

  const planted = (name: string, spec: Partial<Policy['spec']>) =>
    policies.map((policy) =>
      policy.metadata.name === name ? { ...policy, spec: { ...policy.spec, ...spec } } : policy,
    );

  it('planted: an arrow that one side lacks is refused', () => {
    const [reads, installation] = [pod('causeway-reads'), pod('causeway-installation')];
    expect(reaches(policies, reads, installation, 50051)).toBe(true);
    expect(reaches(planted('causeway-reads', { egress: [] }), reads, installation, 50051)).toBe(false);
    expect(reaches(planted('causeway-installation', { ingress: [] }), reads, installation, 50051)).toBe(false);
  });

  it('planted: a default that allows lets a stranger out, and a service that allows lets it in', () => {
    const [stranger, reads] = [pod('stranger'), pod('causeway-reads')];
    expect(reaches(planted('causeway-default-deny', { egress: [{}] }), stranger, { address: '8.8.8.8' }, 443)).toBe(
      true,
    );
    expect(reaches(planted('causeway-reads', { ingress: [{}] }), pod('any', 'default'), reads, 50051)).toBe(true);
  });

  it('planted: an internet without exceptions reaches the metadata service', () => {
    const open = planted('causeway-internet', { egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }] });
    expect(reaches(open, pod('causeway-writes'), { address: '169.254.169.254' }, 80)).toBe(true);
  });
});
