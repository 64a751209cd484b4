/** The parts of rendered objects that the policies look at. */
export type Rendered = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: objects of all kinds; test/deploy/strict_manifests.ts checks their shapes.
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: as above.
type Loose = any;

/** What a setting is called that must not have its value in a manifest. */
const SECRET_NAME = /PASSWORD|TOKEN|KEYRING|PROCESS_KEY|DATABASE_URL|_SECRET/;

/**
 * What a cluster accepts and we do not, one sentence for each fault: pods that break the Pod Security Standard
 * `restricted` (https://kubernetes.io/docs/concepts/security/pod-security-standards/), have no probes, limits, read-only
 * root or account of their own, an image without a fixed tag, or a password in the text; an autoscaler that its
 * Deployment's `replicas` fight or whose budget lets nothing go. `tag` is the one of our own image.
 */
export function policyFaults(objects: readonly Rendered[], tag: string): string[] {
  return [
    ...objects.flatMap((object) => podFaults(object, tag)),
    ...objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').flatMap((one) => scaleFaults(one, objects)),
    ...objects.filter(({ kind }) => kind === 'Namespace').flatMap(namespaceFaults),
    ...objects.filter(({ kind }) => kind === 'Secret' || kind === 'ConfigMap').flatMap(dataFaults),
  ];
}

function podFaults({ kind, metadata, spec }: Rendered, tag: string): string[] {
  const pod: Loose = spec?.template?.spec;
  if (!pod) return [];
  const of = `${kind}/${metadata.name}`;
  const containers: Loose[] = [...(pod.initContainers ?? []), ...(pod.containers ?? [])];
  const ofPod = [
    pod.securityContext?.runAsNonRoot !== true && 'runAsNonRoot is not true',
    !(pod.securityContext?.runAsUser > 0) && 'runAsUser is root or left to the image',
    pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault' && 'seccompProfile is not RuntimeDefault',
    (pod.hostNetwork || pod.hostPID || pod.hostIPC) && 'shares a namespace of the host',
    (pod.volumes ?? []).some((volume: object) => 'hostPath' in volume) && 'mounts a path of the host',
    !pod.serviceAccountName && 'has no service account of its own',
    pod.automountServiceAccountToken !== false && 'mounts a token of the Kubernetes API',
  ];
  const each = containers.flatMap((one) => containerFaults(one, kind === 'Job', tag));
  return [...ofPod.filter((fault) => typeof fault === 'string'), ...each].map((fault) => `${of}: ${fault}`);
}

function containerFaults(one: Loose, isJob: boolean, tag: string): string[] {
  const { securityContext: rights = {}, image = '', resources = {} } = one;
  const [, name, version] = /^(?:.*\/)?([^/:@]+)(?::([^:@]+))?$/.exec(image) ?? [];
  const faults = [
    rights.allowPrivilegeEscalation !== false && 'allowPrivilegeEscalation is not false',
    rights.privileged && 'is privileged',
    JSON.stringify(rights.capabilities) !== '{"drop":["ALL"]}' && 'does not drop all capabilities',
    rights.readOnlyRootFilesystem !== true && 'its root file system is not read-only',
    (one.ports ?? []).some((port: { hostPort?: number }) => port.hostPort) && 'takes a port of the host',
    (!version || version === 'latest') && `its image ${image} has no fixed tag`,
    name === 'causeway' && version !== tag && `its image ${image} has not the tag ${tag}`,
    !resources.limits?.memory && 'has no memory limit',
    !(resources.requests?.memory && resources.requests?.cpu) && 'requests no CPU or memory',
    ...['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => !isJob && !one[probe] && `has no ${probe}`),
    ...(one.env ?? []).map(
      ({ name: setting, value }: { name: string; value?: string }) =>
        value && SECRET_NAME.test(setting) && !/RANDOM/.test(setting) && `${setting} has its value in the manifest`,
    ),
  ];
  return faults.filter((fault) => typeof fault === 'string').map((fault) => `${one.name}: ${fault}`);
}

function scaleFaults({ metadata, spec }: Rendered, objects: readonly Rendered[]): string[] {
  const find = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const target = find(spec.scaleTargetRef.kind, spec.scaleTargetRef.name);
  const budget = find('PodDisruptionBudget', spec.scaleTargetRef.name);
  const faults = [
    !target && 'scales nothing that exists',
    target?.spec.replicas !== undefined && 'the Deployment sets replicas, which every apply would set back',
    !(budget?.spec.maxUnavailable > 0) && 'its disruption budget lets no pod go',
    !(spec.minReplicas <= spec.maxReplicas) && 'minReplicas is above maxReplicas',
    !spec.behavior?.scaleUp?.stabilizationWindowSeconds && 'scaleUp has no stabilization window',
    !(spec.behavior?.scaleDown?.stabilizationWindowSeconds >= 300) && 'scaleDown has no long stabilization window',
  ];
  return faults
    .filter((fault) => typeof fault === 'string')
    .map((fault) => `HorizontalPodAutoscaler/${metadata.name}: ${fault}`);
}

function namespaceFaults({ metadata }: Rendered): string[] {
  const enforced = metadata.labels?.['pod-security.kubernetes.io/enforce'];
  return enforced === 'restricted' ? [] : [`Namespace/${metadata.name}: does not enforce restricted`];
}

/** A Secret is base64 in `data`; a ConfigMap holds no secret at all. */
function dataFaults({ kind, metadata, data = {}, stringData = {} }: Rendered): string[] {
  const of = `${kind}/${metadata.name}`;
  if (kind === 'ConfigMap')
    return Object.keys(data).flatMap((key) => (SECRET_NAME.test(key) ? [`${of}: ${key} belongs into a Secret`] : []));
  const texts = { ...stringData, ...decoded(data) };
  return Object.entries(texts).flatMap(([key, text]) => {
    const password = /^\w+:\/\/[^:]+:([^@]+)@/.exec(text)?.[1] ?? text;
    return password.length < 24 ? [`${of}: ${key} has a password that can be guessed`] : [];
  });
}

function decoded(data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}
