import type { AnswerLimits } from '../http/answer_limits.ts';

type Settings = { answerMaxBytes: number; answerMaxValues: number; answerMaxDepth: number };

export function answerLimits({ answerMaxBytes, answerMaxValues, answerMaxDepth }: Settings): AnswerLimits {
  return { bytes: answerMaxBytes, values: answerMaxValues, depth: answerMaxDepth };
}
