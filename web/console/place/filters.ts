import { useConsole } from './console_context.ts';
import { addressOfPlace, navigate } from './place.ts';

type Values = Readonly<Record<string, string>>;

/** The filters of a view. They are part of the URL, so that a filtered view can be shared. */
export function useFilters(): [Values, (name: string) => (value: string) => void, (values: Values) => void] {
  const { place, project } = useConsole();
  const setAll = (values: Values) => {
    const filters = { ...place.filters, ...values };
    navigate(addressOfPlace({ ...place, project: project.name, filters }), { isSame: true });
  };
  return [place.filters, (name) => (value) => setAll({ [name]: value }), setAll];
}
