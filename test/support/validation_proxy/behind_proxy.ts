import { loadDocument } from '../../../gateway/contract/document.ts';
import { freePort } from '../../../scripts/servers/free_port.ts';
import type { Place, TestPlatform } from '../platform.ts';
import { withAuthCompat } from './prism_document.ts';
import { startValidationProxy } from './validation_proxy.ts';

/**
 * Starts a platform whose public address is a validation proxy, so that its links and callbacks go through the proxy
 * too. `stop` throws when the proxy found a violation, or saw no request.
 */
export async function behindProxy(
  start: (place: Place) => Promise<TestPlatform>,
  { isAuthCompat }: { isAuthCompat: boolean },
): Promise<TestPlatform> {
  const [gatewayPort, port] = [await freePort(), await freePort()];
  const platform = await start({ port: gatewayPort, publicUrl: `http://127.0.0.1:${port}` });
  const document = isAuthCompat ? withAuthCompat(loadDocument()) : loadDocument();
  const proxy = await startValidationProxy(`http://127.0.0.1:${gatewayPort}`, { port, document });
  return {
    ...platform,
    async stop() {
      await proxy.stop();
      await platform.stop();
      if (proxy.violations.length > 0) throw new Error(`The validation proxy reports:\n${proxy.violations.join('\n')}`);
      if (proxy.exchanges() === 0) throw new Error('The validation proxy saw no exchange.');
    },
  };
}
