import { toIso } from '../../lib/time/iso.ts';

/** createTime and updateTime in the public format (RFC 3339). A missing updateTime is left out. */
export function times({ createTime, updateTime }: { createTime: number; updateTime?: number }): {
  createTime: string;
  updateTime?: string;
} {
  return { createTime: toIso(createTime), ...(updateTime && { updateTime: toIso(updateTime) }) };
}
