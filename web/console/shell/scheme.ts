import { useEffect, useState } from 'preact/hooks';

const KEY = 'causeway-scheme';

export const schemes = [
  ['', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** The colour scheme that the user chose in this browser; empty for the scheme of the system. */
export function useScheme(): [scheme: string, choose: (scheme: string) => void] {
  const [scheme, setScheme] = useState(() => localStorage.getItem(KEY) ?? '');
  useEffect(() => {
    if (scheme === '') delete document.documentElement.dataset['scheme'];
    else document.documentElement.dataset['scheme'] = scheme;
    localStorage.setItem(KEY, scheme);
  }, [scheme]);
  return [scheme, setScheme];
}
