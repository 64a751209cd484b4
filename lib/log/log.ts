import { pino, stdSerializers } from 'pino';

/**
 * One JSON line an event: a fixed `msg`, everything that varies in fields. ERROR means a person must act; WARN, it
 * healed itself; INFO, a state changed; DEBUG is for you. Never a token, a key or a provider's payload.
 */
export type Log = {
  debug(msg: string, fields?: object): void;
  info(msg: string, fields?: object): void;
  warn(msg: string, fields?: object): void;
  error(msg: string, fields?: object): void;
  child(fields: object): Log;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

type Sink = { write(line: string): void };

/** Writes to standard error unless told otherwise, so that standard output stays the program's own. */
export function createLog({ service, level = 'info', sink }: { service: string; level?: LogLevel; sink?: Sink }): Log {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: stdSerializers.errWithCause },
  };
  return adapt(pino(options, sink ?? pino.destination({ fd: 2, sync: true })));
}

export const silentLog: Log = createLog({ service: 'none', level: 'silent' });

function adapt(logger: import('pino').Logger): Log {
  return {
    debug: (msg, fields) => logger.debug(fields ?? {}, msg),
    info: (msg, fields) => logger.info(fields ?? {}, msg),
    warn: (msg, fields) => logger.warn(fields ?? {}, msg),
    error: (msg, fields) => logger.error(fields ?? {}, msg),
    child: (fields) => adapt(logger.child(fields)),
  };
}
