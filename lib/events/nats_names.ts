import type { Service } from './catalog.ts';

/**
 * Every name on the NATS server. NATS does not check subjects: a space turns the rest into a reply address, a `*`
 * stands for itself, a line break ends the connection. So they are made of our own constants, and that is checked.
 */
export type NatsNames = {
  stream: string;
  events: string;
  event(consumer: Service): string;
  ack(producer: Service): string;
  wake(topic: string): string;
};

/** `prefix` keeps deployments that share a server apart. Throws TypeError for one that is not a plain word. */
export function natsNames(prefix: string): NatsNames {
  const base = word(prefix);
  return {
    stream: `${base.toUpperCase()}_EVENTS`,
    events: `${base}.ev.>`,
    event: (consumer) => `${base}.ev.${word(consumer)}`,
    ack: (producer) => `${base}.ack.${word(producer)}`,
    wake: (topic) => `${base}.wake.${word(topic)}`,
  };
}

function word(text: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(text)) throw new TypeError(`${JSON.stringify(text)} cannot be part of a subject.`);
  return text;
}
