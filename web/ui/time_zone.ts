import { useEffect, useState } from 'preact/hooks';
import type { Zone } from './time_text.ts';

const KEY = 'causeway-times';
const CHANGED = 'causeway:times';

export function zoneOfBrowser(): Zone {
  return localStorage.getItem(KEY) === 'utc' ? 'utc' : 'local';
}

/** The time zone that the user chose in this browser; local time by default. All times on the page follow it. */
export function useZone(): [zone: Zone, choose: (zone: string) => void] {
  const [zone, setZone] = useState(zoneOfBrowser);
  useEffect(() => {
    const change = () => setZone(zoneOfBrowser());
    window.addEventListener(CHANGED, change);
    // Another tab may have changed the zone.
    window.addEventListener('storage', change);
    return () => {
      window.removeEventListener(CHANGED, change);
      window.removeEventListener('storage', change);
    };
  }, []);
  const choose = (chosen: string) => {
    localStorage.setItem(KEY, chosen);
    window.dispatchEvent(new Event(CHANGED));
  };
  return [zone, choose];
}
