import { plain } from './plain_text.ts';

type Attempt = {
  number: number;
  startTime: string;
  latencyMs: number;
  status?: number;
  error?: string;
  answer?: string;
};
export type Delivery = {
  id: string;
  destinationId: string;
  state: string;
  installationId?: string;
  objectName?: string;
  operationId?: string;
  eventType?: string;
  attemptCount: number;
  error?: string;
  nextAttemptTime?: string;
  attempts?: Attempt[];
  createTime: string;
};

/** A delivery for people: its facts, then each attempt with the receiver's response. */
export function deliveryText(delivery: Delivery): string {
  const { attempts = [], ...facts } = delivery;
  const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(16)} ${String(value)}`);
  const attempted = attempts.flatMap(attemptLines);
  return `${[...lines, ...(attempted.length > 0 ? ['', ...attempted] : [])].map(plain).join('\n')}\n`;
}

function attemptLines({ number, startTime, latencyMs, status, error, answer }: Attempt): string[] {
  const result = status === undefined ? (error ?? 'no answer') : `status ${status}`;
  return [
    `Attempt ${number}  ${startTime}  ${latencyMs} ms  ${result}`,
    ...(answer ? answer.split(/\r?\n/).map((line) => `    ${line}`) : []),
  ];
}
