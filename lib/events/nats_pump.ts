import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from 'nats';
import type { Log } from '../log/log.ts';
import { limiter } from './limiter.ts';

/**
 * Pulls messages for as long as it lives: asks for as many as may run at once, waits a few seconds for them, asks
 * again. An answer that stays empty proves nothing (a consumer that was deleted with its store stays silent too), so
 * then it looks whether the consumer still exists; any fault makes it anew.
 */
export type Pump = {
  /** Drops the request that is open and looks for the consumer anew: the server that is back may have neither. */
  reset(): void;
  stop(): Promise<void>;
};

type Source = { open(): Promise<Consumer | undefined>; onMessage(message: JsMsg): Promise<void>; log: Log };

const AT_ONCE = 16;
const PATIENCE = 5_000;
const REST = 300;

export function startPump({ open, onMessage, log }: Source): Pump {
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
        if (!state.stopped) log.warn('event consumer lost, making it anew', { err });
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
