import { AnswerLimitExceeded, LIMIT_SETTINGS } from '../../../lib/http/answer_limits.ts';
import { ProviderFailure } from './failure.ts';

const SENT: Readonly<Record<AnswerLimitExceeded['limit'], (max: number) => string>> = {
  bytes: (max: number) => `sent more than ${max} bytes`,
  values: (max: number) => `sent more than ${max} values in one answer`,
  columns: (max: number) => `sent a row of more than ${max} columns`,
  members: (max: number) => `sent a list or an object of more than ${max} members`,
  depth: (max: number) => `sent an answer that is nested deeper than ${max} levels`,
};

/**
 * The failure for a response that is too large to be parsed. A retry would get the same response, so the failure has a
 * kind that is not retried.
 */
export function limitFailure(name: string, { limit, max }: AnswerLimitExceeded): ProviderFailure {
  const message = `${name} ${SENT[limit](max)}, so it was not read. ${remedyOf(limit)}`;
  return new ProviderFailure('badRequest', message, { exceeded: limit });
}

function remedyOf(limit: AnswerLimitExceeded['limit']): string {
  if (limit === 'columns') return 'Ask for fewer fields.';
  if (limit === 'depth') return `If the answer is right, raise ${LIMIT_SETTINGS.depth}.`;
  if (limit === 'members')
    return `Ask for less at a time (a smaller pageSize, fewer fields), or raise ${LIMIT_SETTINGS.recordValues}.`;
  return `Ask for less at a time (a smaller pageSize, fewer fields), or raise ${LIMIT_SETTINGS[limit]}.`;
}

/** Runs `read`; turns an exceeded limit into a failure of the provider. */
export async function withinLimits<T>(name: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (err) {
    throw err instanceof AnswerLimitExceeded ? limitFailure(name, err) : err;
  }
}
