import type { AnswerLimits } from '../http/answer_limits.ts';

type Settings = Record<
  'answerMaxBytes' | 'answerMaxValues' | 'answerMaxDepth' | 'recordMaxValues' | 'recordMaxLength',
  number
>;

export function answerLimits(settings: Settings): AnswerLimits {
  return {
    bytes: settings.answerMaxBytes,
    values: settings.answerMaxValues,
    depth: settings.answerMaxDepth,
    recordValues: settings.recordMaxValues,
    recordLength: settings.recordMaxLength,
  };
}
