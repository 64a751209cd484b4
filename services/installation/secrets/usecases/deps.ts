import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import type { Stores } from '../domain/stores.ts';
import type { CredentialBox } from './credential_box.ts';

/** The dependencies of the use cases. */
export type Deps = {
  stores: Stores;
  connectors: Connectors;
  box: CredentialBox;
  clock: Clock;
  newId: NewId;
  log: Log;
};
