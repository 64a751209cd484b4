import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { outboundClient, type SendRequest } from '../../lib/http/outbound.ts';
import type { ReplayCase } from './replay_case.ts';
import { startReplayServer } from './replay_server.ts';
import { runCase, type Verdict } from './run_case.ts';

export type CaseResult = Verdict & { case: string; provider: string; object: string };

/**
 * Runs cases one after the other against one replay server, and reports each result. Tests pass a `change` that alters
 * the requests of the engine: a change that no case notices would also not be noticed as a bug of the engine.
 */
export async function replayAll(
  cases: readonly ReplayCase[],
  tell: (result: CaseResult) => void = () => undefined,
  change: (send: SendRequest) => SendRequest = (send) => send,
): Promise<CaseResult[]> {
  const server = await startReplayServer();
  const client = outboundClient({ allow: [new URL(server.origin).host], allowHttp: true });
  const catalogue = loadProviders();
  const results: CaseResult[] = [];
  try {
    for (const replayCase of cases) {
      const verdict = await runCase(replayCase, { catalogue, server, send: change(client.send) });
      const result = {
        case: replayCase.case,
        provider: replayCase.expected.provider,
        object: replayCase.object,
        ...verdict,
      };
      results.push(result);
      tell(result);
    }
  } finally {
    await client.close();
    await server.stop();
  }
  return results;
}
