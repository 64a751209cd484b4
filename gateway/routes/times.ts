import { toIso } from '../../lib/time/iso.ts';

/** createTime and updateTime as the public interface writes them; an unset one is left out. */
export function times({ createTime, updateTime }: { createTime: number; updateTime?: number }): {
  createTime: string;
  updateTime?: string;
} {
  return { createTime: toIso(createTime), ...(updateTime && { updateTime: toIso(updateTime) }) };
}
