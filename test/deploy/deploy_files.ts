import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const BASE = 'deploy/k8s/base';

type Env = { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } };
type Probe = { grpc?: { port: number; service?: string }; httpGet?: { path: string } };
type Container = {
  name: string;
  command: string[];
  env?: Env[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
};
type PodTemplate = {
  metadata: { labels: Record<string, string> };
  spec: { containers: Container[]; enableServiceLinks?: boolean };
};
type Kubernetes = {
  kind: string;
  metadata: { name: string };
  spec?: { template?: PodTemplate; selector?: Record<string, string>; ports?: { port: number; targetPort: string }[] };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
};

/** Every YAML file of the base except the kustomization: name and text. */
export function baseFiles(): { name: string; text: string }[] {
  const names = readdirSync(BASE).filter((name) => name !== 'kustomization.yaml');
  return names.map((name) => ({ name, text: readFileSync(join(BASE, name), 'utf8') }));
}

export function kustomization(): Record<string, unknown> & {
  resources: string[];
  images: { name: string; newTag: string }[];
} {
  return parse(readFileSync(join(BASE, 'kustomization.yaml'), 'utf8')) as ReturnType<typeof kustomization>;
}

export function baseObjects(): Kubernetes[] {
  return baseFiles().flatMap(({ text }) => objectsOf(text));
}

export function objectsOf(text: string): Kubernetes[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Kubernetes | null)
    .filter((object) => object !== null);
}

export function containersOf(object: Kubernetes): Container[] {
  return object.spec?.template?.spec.containers ?? [];
}
