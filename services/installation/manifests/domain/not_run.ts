import type { ManifestIntegration } from './manifest.ts';
import { warning, type Fault } from '../../domain/fault.ts';
import { child, isPresent, type PathNode } from '../../domain/node_at_path.ts';

/** Blocks that this version stores and does not run yet. They are accepted, and answers always say so. */
export const NOT_RUN = ['write', 'subscribe', 'proxy', 'watchSchema'] as const;
export type NotRunBlock = (typeof NOT_RUN)[number];

export const NOT_RUN_RULE = 'not-run-yet';

/** The blocks of an integration that are not run. */
export function notRunBlocks(revision: ManifestIntegration): NotRunBlock[] {
  return NOT_RUN.filter((block) => (block === 'proxy' ? revision.proxy?.enabled : revision[block]));
}

/** A warning for each such block, at its place below `node`. */
export function notRunFaults(node: PathNode): Fault[] {
  return NOT_RUN.filter((block) => asksFor(child(node, block), block)).map((block) =>
    warning(
      child(node, block).path,
      NOT_RUN_RULE,
      `This version of Causeway does not run ${block} yet: the block is stored and has no effect.`,
    ),
  );
}

/** False for a stored warning about a block that this version runs. */
export function isStillTrue({ rule, path }: { rule: string; path: string }): boolean {
  return rule !== NOT_RUN_RULE || NOT_RUN.some((block) => path.endsWith(block));
}

function asksFor(node: PathNode, block: NotRunBlock): boolean {
  return block === 'proxy' ? child(node, 'enabled').value === true : isPresent(node);
}
