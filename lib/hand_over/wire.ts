/**
 * Headers between a gateway and the proxy port of `writes`. Head and answer are base64url of JSON; the token is made by
 * lib/trust/hand_over_tokens.ts.
 */
export const HEAD_HEADER = 'causeway-head';
export const TOKEN_HEADER = 'causeway-token';
export const ANSWER_HEADER = 'causeway-answer';
/** Marks an answer whose body is a problem. */
export const PROBLEM_HEADER = 'causeway-problem';

/**
 * The public interface accepts 16 KiB of headers. JSON makes them a third longer, and base64 makes the JSON a third
 * longer.
 */
export const MAX_HEAD_BYTES = 65_536;
