import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Issue } from '../../../../lib/problem/problem.ts';
import type { Resolution } from '../../destinations/domain/destination.ts';
import { pathText, type Fault } from '../../domain/fault.ts';
import {
  deployable,
  type Described,
  type Entry,
  type Judged,
  type JudgeManifest,
  type Located,
} from './manifest_entries.ts';
import { parseManifest, type ParsedManifest, type Position } from './parse_manifest.ts';

export type JudgeYaml = ReturnType<typeof makeJudgeYaml>;
export type YamlEntries = ReturnType<typeof makeYamlEntries>;

/** The entries of a manifest in YAML, or its problems. Each has its line, column and path. */
export function makeJudgeYaml({ judgeManifest }: { judgeManifest: JudgeManifest }) {
  return async function judgeYaml(
    projectId: string,
    sourceYaml: string,
    resolution: Resolution = null,
  ): Promise<Judged> {
    const parsed = await parseManifest(sourceYaml);
    await nextTurn();
    const problems = parsed.syntaxFaults.map(syntaxProblem);
    if (problems.length > 0) return { entries: [], problems, found: problems.length };
    return judgeManifest(projectId, parsed.value, (fault) => described(fault, parsed), resolution);
  };
}

/** The entries of a manifest in YAML. Throws unprocessable, with an issue for each problem. */
export function makeYamlEntries({ judgeYaml }: { judgeYaml: JudgeYaml }) {
  return async function yamlEntries(...manifest: Parameters<JudgeYaml>): Promise<Entry[]> {
    return deployable(await judgeYaml(...manifest));
  };
}

function described(fault: Fault, { positionOf }: ParsedManifest): Described {
  const position = positionOf(fault.path);
  return { issue: issue(pathText(fault.path), fault, position), ...position };
}

function syntaxProblem({ position, message }: ParsedManifest['syntaxFaults'][number]): Located {
  const fault = { message, rule: 'yaml-syntax', suggestion: '' };
  return { warning: { ...fault, path: '$', ...position }, issue: issue('$', fault, position) };
}

function issue(
  name: string,
  { message, rule, suggestion }: Pick<Fault, 'message' | 'rule' | 'suggestion'>,
  { line, column }: Position,
): Issue {
  const detail = `line ${line}, column ${column}: ${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`;
  return { in: 'body', name, detail };
}
