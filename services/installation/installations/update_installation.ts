import { parseJson } from '../../../lib/json/json.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { ALLOWED_MASKS, findMasked, readMask, withPart } from '../configs/config_content.ts';
import type { Resolution } from '../destinations/destination.ts';
import { checkRefs } from '../refs.ts';
import type { ChangeInstallation } from './change_installation.ts';
import type { FullInstallation } from './installation.ts';

type Request = {
  projectId: string;
  integrationId: string;
  installationId: string;
  updateMask: string[];
  connectionId: string;
  createdBy: string;
  configContentJson: string;
  skipSampling: boolean;
  resolution?: Resolution;
};
type Part = { path: string[]; value: unknown };

/**
 * Replaces the parts of an installation that the masks name; leaves the rest. Throws invalidArgument for the masks,
 * notFound, unprocessable and conflict.
 */
export function makeUpdateInstallation({ changeInstallation }: { changeInstallation: ChangeInstallation }) {
  return async function updateInstallation(call: Call, request: Request): Promise<FullInstallation> {
    const { projectId, integrationId, installationId, skipSampling, resolution = null } = request;
    const { parts, ...also } = maskedParts(request);
    return changeInstallation(call, {
      projectId,
      integrationId,
      installationId,
      skipSampling,
      resolution,
      ...also,
      fields: request.updateMask,
      next: (before) => parts.reduce(withPart, before),
    });
  };
}

function maskedParts({ updateMask, connectionId, createdBy, configContentJson }: Request) {
  const sent: unknown = parseJson(configContentJson || '{}');
  const result: { parts: Part[]; connectionId?: string; createdBy?: string } = { parts: [] };
  const issues: Issue[] = [];
  const missing = (i: number, where: string) =>
    issues.push({ in: 'body', name: `updateMask[${i}]`, detail: `names ${where}, but the body has no value for it` });
  updateMask.forEach((text, i) => {
    const mask = readMask(text);
    if (mask === null)
      issues.push({ in: 'body', name: `updateMask[${i}]`, detail: 'is not a mask of an installation' });
    else if (mask === 'connectionId') connectionId ? (result.connectionId = connectionId) : missing(i, text);
    else if (mask === 'createdBy') createdBy ? (result.createdBy = createdBy) : missing(i, text);
    else {
      const found = findMasked(sent, mask.segments);
      if (found) result.parts.push(found);
      else missing(i, text);
    }
  });
  if (issues.length > 0) throw badMask(issues);
  checkRefs({ 'installation.connectionId': connectionId, 'installation.config.createdBy': createdBy }, [
    'installation.connectionId',
    'installation.config.createdBy',
  ]);
  return result;
}

function badMask(issues: Issue[]): Problem {
  return new Problem('invalidArgument', 'The updateMask does not match the body; nothing was changed.', {
    issues,
    remedy: `Send a value for each mask. Allowed masks: ${ALLOWED_MASKS.join(', ')}, and paths below an object. A dot in a name may be escaped as \\. .`,
  });
}
