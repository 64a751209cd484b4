import { type Logger, pino, stdSerializers } from 'pino';
import { type LogSink, lineBuffer } from './line_buffer.ts';
import { descriptorWriter } from './line_writer.ts';
import { logTimestamp } from './timestamp.ts';

/**
 * Structured logs: one JSON line per event with a fixed `msg`; variable data goes into fields. ERROR: a person must
 * act. WARN: a fault that recovered by itself. INFO: a state change. DEBUG: for developers. Never log tokens, keys or
 * provider payloads.
 *
 * Logging never throws: the loop that reports a fault must survive its own log line.
 */
export type Log = {
  debug(msg: string, fields?: object): void;
  info(msg: string, fields?: object): void;
  warn(msg: string, fields?: object): void;
  error(msg: string, fields?: object): void;
  child(fields: object): Log;
  /**
   * A variant of the log for very frequent lines. Lines may be written up to 100 ms late, in batches. Fields must be
   * plain values, which need no serializers.
   */
  buffered(): BufferedLog;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

type BufferedLog = {
  debug(msg: string, fields: PlainFields): void;
  info(msg: string, fields: PlainFields): void;
};
type PlainFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes to standard error by default, because the program uses standard output. */
export function createLog({
  service,
  level = 'info',
  sink,
}: {
  service: string;
  level?: LogLevel;
  sink?: LogSink;
}): Log {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${logTimestamp()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: stdSerializers.errWithCause },
  };
  const { write, hold = write } = sink ?? standardError();
  return toLog(pino(options, { write }), hold);
}

let stderrSink: LogSink | undefined;

/** One buffer per process; with several buffers, lines would be written out of order. */
function standardError(): LogSink {
  stderrSink ??= lineBuffer(descriptorWriter(2));
  return stderrSink;
}

export const silentLog: Log = createLog({ service: 'none', level: 'silent' });

function toLog(logger: Logger, hold: (line: string) => void): Log {
  return {
    debug: (msg, fields) => writeLine(logger, 'debug', msg, fields),
    info: (msg, fields) => writeLine(logger, 'info', msg, fields),
    warn: (msg, fields) => writeLine(logger, 'warn', msg, fields),
    error: (msg, fields) => writeLine(logger, 'error', msg, fields),
    child: (fields) => toLog(logger.child(fields), hold),
    buffered: () => ({ debug: plainLines(logger, 'debug', hold), info: plainLines(logger, 'info', hold) }),
  };
}

/** Writes a line. If the fields cannot be serialized, writes the line without them. */
function writeLine(logger: Logger, level: 'debug' | 'info' | 'warn' | 'error', msg: string, fields: object = {}): void {
  try {
    logger[level](fields, msg);
  } catch {
    logger[level]({ fields: 'not serializable' }, msg);
  }
}

/** Writes lines in pino's format without its serializers, for plain fields. */
function plainLines(logger: Logger, level: 'debug' | 'info', hold: (line: string) => void): BufferedLog['info'] {
  if (!logger.isLevelEnabled(level)) return () => {};
  const bindings = JSON.stringify(logger.bindings()).slice(1, -1);
  return (msg, fields) => {
    const text = JSON.stringify(fields).slice(1, -1);
    hold(`{"level":"${level}","time":"${logTimestamp()}",${bindings},${text}${text && ','}"msg":"${msg}"}\n`);
  };
}
