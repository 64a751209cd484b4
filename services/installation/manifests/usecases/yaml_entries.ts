import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Issue } from '../../../../lib/problem/problem.ts';
import type { Resolution } from '../../destinations/domain/destination.ts';
import { pathText, type Fault } from '../../domain/fault.ts';
import { notDeployable, type Described, type Entry, type ManifestEntries } from './manifest_entries.ts';
import { parseManifest, type ParsedManifest, type Position } from './parse_manifest.ts';

export type YamlEntries = ReturnType<typeof makeYamlEntries>;

/** The entries of a manifest in YAML. Each fault has its line, column and path. Throws unprocessable. */
export function makeYamlEntries({ manifestEntries }: { manifestEntries: ManifestEntries }) {
  return async function yamlEntries(
    projectId: string,
    sourceYaml: string,
    resolution: Resolution = null,
  ): Promise<Entry[]> {
    const parsed = await parseManifest(sourceYaml);
    await nextTurn();
    if (parsed.syntaxFaults.length > 0) throw notDeployable(parsed.syntaxFaults.map(syntaxIssue));
    return manifestEntries(projectId, parsed.value, (fault) => described(fault, parsed), resolution);
  };
}

function described(fault: Fault, { positionOf }: ParsedManifest): Described {
  const position = positionOf(fault.path);
  return { issue: issue(pathText(fault.path), fault, position), ...position };
}

function syntaxIssue({ position, message }: ParsedManifest['syntaxFaults'][number]): Issue {
  return issue('$', { message, rule: 'yaml-syntax' }, position);
}

function issue(
  name: string,
  { message, rule, suggestion }: Pick<Fault, 'message' | 'rule' | 'suggestion'>,
  { line, column }: Position,
): Issue {
  const detail = `line ${line}, column ${column}: ${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`;
  return { in: 'body', name, detail };
}
