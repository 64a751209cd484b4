/**
 * The variables of the recorded connection, such as a company's id or a location. Only the recorded requests contain
 * them, so they are extracted there: from the part of the path, the query parameter, the header or the key of the body
 * where the provider file has the variable. They identify the account, not its records.
 */
import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import type { ObjectPlan } from '../../connectors/engine/file/object_plan.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { getPath } from '../../connectors/engine/json_path.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';
import { placeholders } from '../../connectors/engine/request/template.ts';
import { isObject, type Json } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import type { Exchange } from './replay_case.ts';

type Asked = { provider: Provider; module: string | undefined; objectName: string; origin: string };
type Request = Exchange['request'];

/**
 * Finds the values. A variable in no request gets the origin of the replay server, because it may be part of the base
 * URL.
 */
export function connectionVariables(exchanges: readonly Exchange[], asked: Asked): Record<string, string> {
  const { provider, origin } = asked;
  // One case may describe several objects, separated by commas.
  const plans = [asked.objectName, ...asked.objectName.split(',')].flatMap((name) =>
    plansOf({ ...asked, objectName: name }),
  );
  return Object.fromEntries(
    [...(provider.variables ?? []), ...(provider.learned ?? [])].map(({ name }) => {
      const seen = exchanges.flatMap(({ request }) => plans.map((plan) => valueIn(request, plan, asked, name)));
      return [name, seen.find((value) => value !== null) ?? origin];
    }),
  );
}

/** The plans of the object and of its parent; empty when the provider file does not have the object. */
function plansOf({ provider, module, objectName }: Asked): ObjectPlan[] {
  try {
    const plan = findObject(provider, module, objectName);
    const { each } = plan.spec;
    return [plan, ...(typeof each === 'string' ? [findObject(provider, module, each)] : [])];
  } catch (error) {
    if (error instanceof ProviderFailure) return [];
    throw error;
  }
}

function valueIn(request: Request, plan: ObjectPlan, { provider }: Asked, name: string): string | null {
  const { spec } = plan;
  const query = Object.entries(spec.query ?? {}).map(([key, template]) => [template, request.query?.[key]] as const);
  const headers = Object.entries({ ...provider.headers, ...spec.headers }).map(
    ([key, template]) => [template, headerOf(request, key)] as const,
  );
  const body = leavesOf(spec.body ?? null, '').map(([path, leaf]) => [leaf, getPath(request.body, path)] as const);
  const base = new URL(provider.baseURL).pathname.replace(/\/$/, '');
  const path = [base + spec.path.replace('{object}', plan.name), request.path] as const;
  const found = [path, ...query, ...headers, ...body].map(([template, value]) => filledIn(template, value, name));
  return found.find((value) => value !== null) ?? null;
}

/** The text that replaces the placeholder `name` of the template in `value`; null when there is none. */
function filledIn(template: Json | undefined, value: Json | undefined, name: string): string | null {
  const text = scalarText(value);
  if (typeof template !== 'string' || text === null || !placeholders(template).includes(name)) return null;
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{\s*\\\.(\w+)\s*\}\}/g, (_all, other: string) => (other === name ? '([^/]+)' : '[^/]+'))
    .replace(/\{parent[^}]*\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).exec(text)?.[1] ?? null;
}

function headerOf({ headersSubset }: Request, name: string): Json | undefined {
  return Object.entries(headersSubset ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function leavesOf(value: Json, path: string): [string, Json][] {
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, `${path}['${key}']`));
}
