import { useConsole } from './console_context.ts';
import { addressOfPlace, go } from './place.ts';

/** The filters of a view. They stand in the address, so a filtered view can be sent to somebody. */
export function useFilters(): [Readonly<Record<string, string>>, (name: string) => (value: string) => void] {
  const { place, project } = useConsole();
  const set = (name: string) => (value: string) => {
    const filters = { ...place.filters, [name]: value };
    go(addressOfPlace({ ...place, project: project.name, filters }), { isSame: true });
  };
  return [place.filters, set];
}
