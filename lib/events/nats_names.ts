import type { Service } from '../trust/arrows.ts';

/**
 * All names used on the NATS server. The client does not validate subjects: a space turns the rest into a reply
 * subject, a `*` is taken literally, a line break closes the connection. So subjects consist of validated constants
 * only.
 */
export type NatsNames = {
  stream: string;
  events: string;
  event(consumer: Service): string;
  ack(producer: Service): string;
  wake(topic: string): string;
  /** The prefix of the subjects on which a process gets the answers to its requests. */
  inbox(process: string): string;
};

/** `prefix` separates deployments that share a server. Throws TypeError unless it is a plain word. */
export function natsNames(prefix: string): NatsNames {
  const base = subjectWord(prefix);
  return {
    stream: `${base.toUpperCase()}_EVENTS`,
    events: `${base}.ev.>`,
    event: (consumer) => `${base}.ev.${subjectWord(consumer)}`,
    ack: (producer) => `${base}.ack.${subjectWord(producer)}`,
    wake: (topic) => `${base}.wake.${subjectWord(topic)}`,
    inbox: (process) => `_INBOX_${base}_${subjectWord(process)}`,
  };
}

function subjectWord(text: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(text)) throw new TypeError(`${JSON.stringify(text)} cannot be part of a subject.`);
  return text;
}
