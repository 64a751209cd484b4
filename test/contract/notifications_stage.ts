import { afterEach } from '@jest/globals';
import { type EventOf, eventOf } from '../../lib/events/event.ts';
import { newId } from '../../lib/ids/ids.ts';
import { webhookVerifier } from '../../testbed/webhook_verifier.ts';
import type { TestEngine } from '../support/engines.ts';
import {
  type ReceivedMessage,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '../support/webhook_receiver.ts';
import { type NotificationsService, startNotifications } from './notifications_service.ts';

/** Four attempts within a second. */
export const FAST = {
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,50,100,100',
  CAUSEWAY_NOTIFICATIONS_SLOW_DOWN_MS: '50',
};

/** Services and receivers that are stopped after the test that created them. */
export function notificationsStage() {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  return {
    async receiver(options: ReceiverOptions = {}): Promise<Receiver> {
      const started = await startReceiver(options);
      stops.push(() => started.stop());
      return started;
    },
    async service(engine: TestEngine, environment: Record<string, string> = {}): Promise<NotificationsService> {
      const started = await startNotifications(engine, environment);
      stops.push(() => started.stop());
      return started;
    },
  };
}

/** Throws when the signature is invalid. */
export function verify(key: string, { headers, body }: ReceivedMessage): void {
  webhookVerifier(key).byLibrary(body, headers);
}

export const idsOf = (messages: readonly ReceivedMessage[]) => messages.map(({ id }) => id).toSorted();

export function installationCreated(projectId: string): EventOf<'installation.created'> {
  const payload = {
    projectId,
    provider: 'hubspot',
    integrationId: newId(),
    integrationName: 'in',
    installationId: newId(),
    connectionId: newId(),
    groupRef: 'g',
    groupName: 'G',
    consumerRef: 'c',
    consumerName: 'C',
    config: {},
  };
  return eventOf('installation.created', { id: newId(), projectId, time: Date.now(), payload });
}
