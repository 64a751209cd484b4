import { StartFault } from '../problem/start_fault.ts';
import { setTracing } from './tracing.ts';

type Settings = { tracesUrl: string; tracesPercent: number; tracesHeaders: string };

/**
 * Sends the spans of this process to the collector at `CAUSEWAY_TRACES_URL`. If the setting is empty, it does nothing
 * and does not load the OpenTelemetry SDK. Throws StartFault for invalid headers.
 */
export async function startTracing(
  { tracesUrl, tracesPercent, tracesHeaders }: Settings,
  service: string,
): Promise<{ stop(): Promise<void> }> {
  if (tracesUrl === '') return { stop: async () => {} };
  const headers = Object.fromEntries(tracesHeaders.split(',').filter(Boolean).map(headerOf));
  const { startOtlp } = await import('./otlp.ts');
  const otlp = startOtlp({ url: tracesUrl, headers, service });
  setTracing(true, tracesPercent);
  return {
    async stop() {
      setTracing(false);
      await otlp.shutdown();
    },
  };
}

function headerOf(text: string): [string, string] {
  const [, name = '', value = ''] = /^\s*([\w-]+)=(.+?)\s*$/.exec(text) ?? [];
  if (name === '') throw new StartFault('CAUSEWAY_TRACES_HEADERS has an entry that is no header: write name=value.');
  return [name, value];
}
