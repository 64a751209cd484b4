import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from 'nats';
import type { Log } from '../log/log.ts';
import { limiter } from './limiter.ts';

/**
 * Pulls messages in a loop: requests as many as may run concurrently, waits a few seconds, requests again. An empty
 * answer is ambiguous: a JetStream consumer that was deleted with its store is silent too. So the pump then checks
 * whether the consumer still exists, and re-creates it on any error.
 */
export type Pump = {
  /** Cancels the open request and checks the consumer again: a restarted server may have lost both. */
  reset(): void;
  stop(): Promise<void>;
};

type Source = {
  open(): Promise<Consumer | undefined>;
  onMessage(message: JsMsg): Promise<void>;
  onFailure(): void;
  log: Log;
};

const AT_ONCE = 16;
const PATIENCE = 5_000;
const REST = 300;

export function startPump({ open, onMessage, onFailure, log }: Source): Pump {
  const limit = limiter(AT_ONCE);
  const state: { stopped: boolean; lost: boolean; request?: ConsumerMessages } = { stopped: false, lost: false };

  async function pull(consumer: Consumer): Promise<void> {
    let got = 0;
    await limit.room();
    state.request = await consumer.fetch({ max_messages: limit.free(), expires: PATIENCE });
    for await (const message of state.request) {
      got += 1;
      limit.start(() => onMessage(message));
      if (state.stopped) break;
    }
    if (got === 0 && !state.stopped && !state.lost) await consumer.info();
  }

  async function run(): Promise<void> {
    while (!state.stopped) {
      try {
        const consumer = await open();
        state.lost = false;
        while (consumer && !state.stopped && !state.lost) await pull(consumer);
      } catch (err) {
        if (state.stopped) break;
        onFailure();
        log.warn('event consumer lost, recreating it', { err });
      }
      if (!state.stopped) await sleep(REST, undefined, { ref: false });
    }
  }

  const running = run();
  const reset = () => {
    state.lost = true;
    state.request?.close().catch(() => {});
  };
  return {
    reset,
    async stop() {
      state.stopped = true;
      reset();
      await running;
      await limit.idle();
    },
  };
}
