import type { Provider } from '../../connectors/engine/file/provider.ts';
import { readPage } from '../../connectors/engine/read/read.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { labTarget } from './conformance/read_everything.ts';
import { openLab } from './lab.ts';

/** A sample read of a provider: its objects, the calls of a read of one of them, and raw records as JSON texts. */
type Preview = {
  objectNames: string[];
  /** The object that was read; empty if the file has none. */
  objectName: string;
  /** The calls of the read in their order, with the addresses of the real provider. */
  calls: { method: string; url: string; status: number }[];
  recordTexts: string[];
};

/** The origin in the addresses of the simulated provider. Nothing is sent there: this process answers. */
const LAB_ORIGIN = 'http://lab.invalid';
const PAGES = 2;
const RECORDS = 6;
const PAGE_SIZE = 3;

/**
 * Reads two small pages of the object `wanted`, or of the file's first object if it is empty. Returns undefined if the
 * file does not have the object. Each preview uses a new simulation. Throws ProviderFailure.
 */
export async function previewOf(provider: Provider, wanted: string): Promise<Preview | undefined> {
  const { name } = provider;
  const lab = openLab({ providers: [provider], records: RECORDS, usualPage: PAGE_SIZE }, LAB_ORIGIN);
  const objects = lab.objectsOf(name);
  const objectNames = [...new Set(objects.map((object) => object.name))];
  const object = objects.find((one) => one.name === (wanted || objectNames[0]));
  if (!object) return wanted === '' ? { objectNames, objectName: '', calls: [], recordTexts: [] } : undefined;
  const calls: Preview['calls'] = [];
  const send: SendRequest = async (request) => {
    const answer = await lab.send(request);
    calls.push({ method: request.method, url: realUrl(request.url, name), status: answer.status });
    return answer;
  };
  const { module, name: objectName } = object;
  const target = labTarget(lab, name, { objectName, ...(module !== undefined && { module }) });
  const recordTexts: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const { records, next } = await readPage(target, cursor, send, { now: () => lab.epoch });
    recordTexts.push(...records.map(({ raw }) => stringifyJson(raw)));
    if (next === null) break;
    cursor = next;
  }
  return { objectNames, objectName, calls, recordTexts };
}

/** `http://lab.invalid/hubspot/api.hubapi.com/crm` is `https://api.hubapi.com/crm`. */
function realUrl(url: string, provider: string): string {
  const root = `${LAB_ORIGIN}/${provider}/`;
  if (!url.startsWith(root)) return url;
  const [path = '', ...query] = url.slice(root.length).split('?');
  return [`https://${decodeURIComponent(path)}`, ...query].join('?');
}
