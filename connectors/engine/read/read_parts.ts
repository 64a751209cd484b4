import type { PartPosition } from './cursor_text.ts';
import { narrowedPlan } from './narrowed.ts';
import type { AnyPage, ReadAny } from './read_children.ts';
import type { ReadContext } from './read_plain.ts';

/**
 * Reads one page of an object that concatenates other objects (the lists in folders, then the lists without a folder).
 */
export async function readParts(context: ReadContext, at: PartPosition | null, readAny: ReadAny): Promise<AnyPage> {
  const { target, plan } = context;
  const parts = plan.spec.parts ?? [];
  const part = at?.part ?? 0;
  const own = { ...target, objectName: parts[part] ?? '' };
  const page = await readAny({ ...context, target: own, plan: narrowedPlan(own) }, at?.at ?? null);
  if (page.next) return { ...page, next: { part, at: page.next } };
  return { ...page, next: part + 1 < parts.length ? { part: part + 1, at: null } : null };
}
