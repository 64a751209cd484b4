import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Connectors } from '../domain/provider.ts';
import { absenceRemedy } from './known_provider.ts';

/** What the catalogue says about a provider, as JSON text. Throws notFound. */
export function makeGetProvider({ connectors }: { connectors: Connectors }) {
  return function getProvider(provider: string): string {
    const infoJson = connectors.infoJson(provider);
    if (infoJson !== undefined) return infoJson;
    throw notFound('provider', { remedy: absenceRemedy(connectors, provider) });
  };
}
