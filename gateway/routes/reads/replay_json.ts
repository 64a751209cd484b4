import type { Replay__Output as ReplayMessage } from '../../../protos/gen/causeway/reads/v1/Replay.ts';
import type { Json } from '../../rest/json.ts';

type Replay = Json<'Replay'>;
type ReplayCounts = NonNullable<Replay['records']> & NonNullable<Replay['calls']>;
type ReplayResult = {
  config: NonNullable<Replay['config']>;
  difference: ReplayCounts & { changes: NonNullable<Replay['changes']> };
};

/**
 * The content of `metadata.replay`. Lists show only `operationId` and `delivers`, because their messages have no
 * result.
 */
export function replayJson({ operationId, delivers, resultJson }: ReplayMessage): Replay {
  if (!resultJson) return { operationId, delivers };
  const { config, difference } = JSON.parse(resultJson) as ReplayResult;
  const { exact, byOrder, changes, ...records } = difference;
  return { operationId, delivers, config, records, calls: { exact, byOrder }, changes };
}
