import { BlockList, isIPv6 } from 'node:net';
import { parseAllDocuments } from 'yaml';

export type Pod = { name: string; namespace: string; labels?: Record<string, string> };
type Address = { address: string };
type Selector = {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
};
type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: { cidr: string; except?: string[] } };
type Rule = { from?: Peer[]; to?: Peer[]; ports?: { protocol: string; port: number; endPort?: number }[] };
export type Policy = {
  kind: string;
  metadata: { name: string };
  spec: { podSelector: Selector; policyTypes: string[]; ingress?: Rule[]; egress?: Rule[] };
};

/** The namespace of all policies here. */
const OURS = 'causeway';

export function objectsOf(text: string): Policy[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Policy)
    .filter(({ kind }) => kind === 'NetworkPolicy');
}

type Deployment = {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: { ports?: { containerPort: number }[] }[] } } };
};

export function deployments(text: string): Deployment[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Deployment)
    .filter(({ kind }) => kind === 'Deployment');
}

/**
 * Whether a pod may connect, by the rules of https://kubernetes.io/docs/concepts/services-networking/network-policies/:
 * a pod that a policy of a direction selects may do in it what one of these policies allows; any other may do all.
 * `egress` and `ingress` say which sides count, both without them.
 */
export function reaches(
  policies: readonly Policy[],
  from: Pod,
  to: Pod | Address,
  port: number,
  { ingress = true, egress = true, protocol = 'TCP' } = {},
): boolean {
  const leaves = !egress || isAllowed(policies, from, 'egress', to, port, protocol);
  const enters = !ingress || 'address' in to || isAllowed(policies, to, 'ingress', from, port, protocol);
  return leaves && enters;
}

function isAllowed(
  policies: readonly Policy[],
  pod: Pod,
  direction: 'ingress' | 'egress',
  other: Pod | Address,
  port: number,
  protocol: string,
): boolean {
  const type = direction === 'ingress' ? 'Ingress' : 'Egress';
  const own = policies.filter(
    ({ spec }) => pod.namespace === OURS && spec.policyTypes.includes(type) && selects(spec.podSelector, pod),
  );
  if (own.length === 0) return true;
  const rules = own.flatMap(({ spec }) => spec[direction] ?? []);
  return rules.some((rule) => {
    const peers = direction === 'ingress' ? rule.from : rule.to;
    return (!peers || peers.some((peer) => isPeer(peer, other))) && hasPort(rule, port, protocol);
  });
}

function hasPort({ ports }: Rule, port: number, protocol: string): boolean {
  return (
    !ports || ports.some((one) => one.protocol === protocol && port >= one.port && port <= (one.endPort ?? one.port))
  );
}

/** An ipBlock is for what is outside of the cluster: pods have private addresses here. */
function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, other: Pod | Address): boolean {
  if ('address' in other)
    return (
      Boolean(ipBlock) &&
      isIn(ipBlock?.cidr, other.address) &&
      !ipBlock?.except?.some((range) => isIn(range, other.address))
    );
  if (ipBlock) return false;
  const inNamespace = namespaceSelector
    ? matches(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace })
    : other.namespace === OURS;
  return inNamespace && (!podSelector || selects(podSelector, other));
}

export function selects(selector: Selector, { name, labels }: Pod): boolean {
  return matches(selector, { 'app.kubernetes.io/name': name, ...labels });
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>): boolean {
  if (matchExpressions.some(({ operator }) => operator !== 'In'))
    throw new Error('Only the operator In is known here.');
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

function isIn(range: string | undefined, address: string): boolean {
  const [network = '', bits] = (range ?? '').split('/');
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  if (isIPv6(address) !== (family === 'ipv6')) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}
