import type grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { service } from 'grpc-health-check';
import { withoutStacks } from './without_stacks.ts';

/** The health that a service reports. `notServing`: it runs, but lacks a dependency that every request needs. */
export type PeerState = 'serving' | 'notServing' | 'unreachable';

type HealthAnswer = { status: string };
const checkHealth = service['Check'] as MethodDefinition<{ service: string }, unknown, unknown, HealthAnswer>;

type HealthList = { statuses: Record<string, { status: string }> };
const listHealth = service['List'] as MethodDefinition<object, unknown, unknown, HealthList>;

/** The names of the health checks that a service reports as not serving. Never rejects; [] without an answer. */
export function peerFaults(client: grpc.Client, timeoutMs: number): Promise<string[]> {
  const deadline = Date.now() + timeoutMs;
  return new Promise((resolve) => {
    const done = (_err: unknown, answer?: HealthList) =>
      resolve(
        Object.entries(answer?.statuses ?? {}).flatMap(([name, { status }]) => (status === 'SERVING' ? [] : name)),
      );
    const { requestSerialize, responseDeserialize } = listHealth;
    withoutStacks(() =>
      client.makeUnaryRequest(listHealth.path, requestSerialize, responseDeserialize, {}, { deadline }, done),
    );
  });
}

/** Asks a service by the standard health protocol. Never rejects. */
export function peerState(client: grpc.Client, timeoutMs: number): Promise<PeerState> {
  const deadline = Date.now() + timeoutMs;
  return new Promise((resolve) => {
    const done = (err: unknown, answer?: HealthAnswer) =>
      resolve(err ? 'unreachable' : answer?.status === 'SERVING' ? 'serving' : 'notServing');
    const { path, requestSerialize, responseDeserialize } = checkHealth;
    withoutStacks(() =>
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: '' }, { deadline }, done),
    );
  });
}
