import type { By } from '../../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../../lib/audit/once_an_hour.ts';
import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { ShownApiKey, ApiKeyStore } from '../domain/api_key.ts';
import type { ShowKey } from './show_api_key.ts';

type Stores = { apiKeys: ApiKeyStore; audit: AuditStore };
type Deps = { stores: Stores; showKey: ShowKey; isKeyMasked: boolean; audit: Audit; clock: Clock };

/** A project's keys, oldest first. The gateway checks access. */
export type ListApiKeys = (by: By, projectId: string, options: { activeOnly: boolean }) => Promise<ShownApiKey[]>;

export function makeListApiKeys({ stores, showKey, isKeyMasked, audit, clock }: Deps): ListApiKeys {
  const reveals = onceAnHour();
  return async function listApiKeys(by, projectId, options) {
    const keys = await stores.apiKeys.list(projectId, options);
    const now = clock.now();
    const which = [by.principal, projectId];
    if (!isKeyMasked && keys.length > 0 && reveals.isDue(which, now)) {
      await audit(stores, by, { action: 'apiKey.revealed', projectId, targetId: projectId });
      reveals.note(which, now);
    }
    return keys.map(showKey);
  };
}
