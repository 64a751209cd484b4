import { useEffect, useState } from 'preact/hooks';
import { BASE } from '../../api/page_settings.ts';

/** The parts of an address of the console: /console/<project>/<view>/<rest …>?<filters>. */
export type Place = {
  project: string;
  view: string;
  rest: readonly string[];
  filters: Readonly<Record<string, string>>;
};

const ROOT = `${BASE}/console`;
const CHANGED = 'causeway:place';

export function placeOf(url: URL): Place {
  const [project = '', view = '', ...rest] = url.pathname
    .slice(ROOT.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  return { project, view, rest, filters: Object.fromEntries(url.searchParams) };
}

export function addressOfPlace({
  project,
  view,
  rest = [],
  filters = {},
}: Partial<Place> & { project: string }): string {
  const path = [project, view ?? '', ...rest].filter((part) => part !== '').map(encodeURIComponent);
  const kept = Object.entries(filters).filter(([, value]) => value !== '');
  const search = new URLSearchParams(kept).toString();
  return `${[ROOT, ...path].join('/')}${search === '' ? '' : `?${search}`}`;
}

/** Opens a place without loading the page. `isSame`: only the filters change, so Back goes to the view before. */
export function navigate(address: string, { isSame = false } = {}): void {
  if (isSame) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  window.dispatchEvent(new Event(CHANGED));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(new URL(location.href)));
  useEffect(() => {
    const change = () => setPlace(placeOf(new URL(location.href)));
    window.addEventListener('popstate', change);
    window.addEventListener(CHANGED, change);
    return () => {
      window.removeEventListener('popstate', change);
      window.removeEventListener(CHANGED, change);
    };
  }, []);
  return place;
}

/** Opens links of the console without loading the page. A click with a modifier key keeps the browser's behaviour. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest('a');
  if (link?.target !== '' || link.origin !== location.origin) return;
  if (!link.pathname.startsWith(`${ROOT}/`) && link.pathname !== ROOT) return;
  if (link.pathname.startsWith(`${ROOT}/sign-in`)) return;
  event.preventDefault();
  navigate(link.href);
}
