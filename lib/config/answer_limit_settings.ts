import type { AnswerLimits } from '../http/answer_limits.ts';

type Settings = Record<
  'answerMaxBytes' | 'answerMaxValues' | 'answerMaxDepth' | 'recordMaxValues' | 'recordMaxBytes',
  number
>;

export function answerLimits(settings: Settings): AnswerLimits {
  return {
    bytes: settings.answerMaxBytes,
    values: settings.answerMaxValues,
    depth: settings.answerMaxDepth,
    recordValues: settings.recordMaxValues,
    recordBytes: settings.recordMaxBytes,
  };
}
