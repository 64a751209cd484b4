import { Problem } from '../../../../lib/problem/problem.ts';

const REMEDY =
  'Pages are archived for CAUSEWAY_READS_PAGE_ARCHIVE_MS while the installation exists. Trigger a new read to fetch them again.';

export function notArchived(): Problem {
  return new Problem('unprocessable', 'The pages of this operation were not archived, or have expired.', {
    remedy: REMEDY,
  });
}

export function pageNotArchived(pageSeq: number): Problem {
  return new Problem('unprocessable', `Page ${pageSeq} of the original is not archived any more.`, { remedy: REMEDY });
}
