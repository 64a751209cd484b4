import { Problem } from '../../../lib/problem/problem.ts';

const REMEDY =
  'Pages are kept for CAUSEWAY_READS_KEEP_PAGES after they were read, as long as the installation is there. Trigger a new read to fetch them again.';

export function nothingKept(): Problem {
  return new Problem('unprocessable', 'The pages of this operation are not kept, or not any more.', { remedy: REMEDY });
}

export function pageGone(pageSeq: number): Problem {
  return new Problem('unprocessable', `Page ${pageSeq} of the original is not kept any more.`, { remedy: REMEDY });
}
