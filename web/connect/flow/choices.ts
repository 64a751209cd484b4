import type { Schema } from '../../api/contract.ts';

export type OfferedObject = Schema<'HydratedReadObject'>;
/** The customer's choices for one object. */
export type Chosen = {
  isRead: boolean;
  fields: Readonly<Record<string, boolean>>;
  /** The builder's name of a field → the provider's field. */
  mappings: Readonly<Record<string, string>>;
  isAll: boolean;
  /** The builder's name of a field → the builder's value → the provider's value. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
export type Choices = Readonly<Record<string, Chosen>>;

/** For each object, the fields that the session offers to map in addition to those of the manifest. */
export type Offers = Readonly<Record<string, readonly Schema<'OfferedMapping'>[]>>;

/** The read objects of a config. */
type ReadPart = Record<
  string,
  {
    selectedFields?: Record<string, boolean>;
    selectedFieldMappings?: Record<string, string>;
    selectedFieldsAuto?: string;
    selectedValueMappings?: Record<string, Record<string, unknown>>;
    disabled?: boolean;
  }
>;

export function optionalFieldsOf({ optionalFields = [] }: OfferedObject) {
  return optionalFields.filter((field) => field.fieldName !== undefined);
}

/** A field of the builder for which the customer chooses a field of the provider. */
export type MappedField = Schema<'HydratedField'> &
  Pick<Schema<'OfferedMapping'>, 'mappedValues'> & { mapToName: string };

/**
 * Returns the fields that the customer maps: those of the manifest with a `mapToName` and no `fieldName`, and those
 * that the session offers.
 */
export function mappedFieldsOf(object: OfferedObject, offers: Offers): MappedField[] {
  const { objectName, requiredFields = [], optionalFields = [] } = object;
  const named = [...requiredFields, ...optionalFields].flatMap((field) =>
    field.fieldName === undefined && field.mapToName !== undefined ? [{ ...field, mapToName: field.mapToName }] : [],
  );
  const offered = (offers[objectName] ?? []).map(({ fieldName, ...offer }) => ({
    ...offer,
    ...(fieldName !== undefined && { default: fieldName }),
  }));
  const isOffered = ({ mapToName }: MappedField) => offered.some((offer) => offer.mapToName === mapToName);
  return [...named.filter((field) => !isOffered(field)), ...offered];
}

/**
 * The initial choices: the choices in the installation's config, or everything that is offered when there is no config.
 */
export function firstChoices(objects: readonly OfferedObject[], config: ReadPart | null, offers: Offers = {}): Choices {
  return Object.fromEntries(
    objects.map((object) => {
      const known = config?.[object.objectName];
      const isNew = config === null;
      const chosen: Chosen = {
        isRead: isNew || (known !== undefined && known.disabled !== true),
        fields: Object.fromEntries(
          optionalFieldsOf(object).map(({ fieldName = '' }) => [
            fieldName,
            isNew || known?.selectedFields?.[fieldName] === true,
          ]),
        ),
        mappings: Object.fromEntries(
          mappedFieldsOf(object, offers).map(({ mapToName, default: proposed = '' }) => [
            mapToName,
            known?.selectedFieldMappings?.[mapToName] ?? proposed,
          ]),
        ),
        values: Object.fromEntries(
          mappedFieldsOf(object, offers).map(({ mapToName }) => [
            mapToName,
            textsOf(known?.selectedValueMappings?.[mapToName] ?? {}),
          ]),
        ),
        isAll: isNew ? object.optionalFieldsAuto === 'all' : known?.selectedFieldsAuto === 'all',
      };
      return [object.objectName, chosen];
    }),
  );
}

/** The choices that an integration offers to a customer. They come from its hydrated revision. */
export type Offered = { objects: OfferedObject[]; hasProxy: boolean };

/**
 * Parts of a new config that the customer does not choose: the proxy is on when the integration has one. The page says
 * so.
 */
export function firstConfig({ hasProxy }: Pick<Offered, 'hasProxy'>): Record<string, unknown> {
  return hasProxy ? { proxy: { enabled: true } } : {};
}

/**
 * Makes the config content from the choices. `former`: the content of an installation; its other parts stay as they
 * are.
 */
export function contentOf(
  provider: string,
  choices: Choices,
  former: Record<string, unknown> = {},
  offers: Offers = {},
): Record<string, unknown> & { read: { objects: Record<string, object> } } {
  const formerObjects = (former['read'] as { objects?: ReadPart } | undefined)?.objects ?? {};
  const objects = Object.entries(choices)
    .filter(([objectName, { isRead }]) => isRead || objectName in formerObjects)
    .map(([objectName, { isRead, fields, mappings, isAll, values }]) => {
      const selected = Object.entries(fields).filter(([, isSelected]) => isSelected);
      const mapped = Object.entries(mappings).filter(([, fieldName]) => fieldName !== '');
      const valued = Object.entries(values)
        .filter(([name]) => mapped.some(([mapToName]) => mapToName === name))
        .map(([name, chosen]) => [name, Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''))])
        .filter(([, chosen]) => Object.keys(chosen as object).length > 0);
      const { selectedFieldsAuto: _auto, ...known } = formerObjects[objectName] ?? {};
      const { selectedFields, selectedFieldMappings, selectedValueMappings, ...kept } = known;
      const valueMappings = { ...unasked(selectedValueMappings, values), ...Object.fromEntries(valued) };
      const object = {
        ...kept,
        objectName,
        selectedFields: { ...unasked(selectedFields, fields), ...Object.fromEntries(selected) },
        selectedFieldMappings: { ...unasked(selectedFieldMappings, mappings), ...Object.fromEntries(mapped) },
        ...(isAll && { selectedFieldsAuto: 'all' }),
        ...(Object.keys(valueMappings).length > 0 && { selectedValueMappings: valueMappings }),
        ...(offers[objectName] && { dynamicMappingsInput: offers[objectName] }),
        disabled: !isRead,
      };
      return [objectName, object];
    });
  return { ...former, provider, read: { objects: Object.fromEntries(objects) } };
}

/** Entries of the former config that this page did not show. */
function unasked<T>(former: Record<string, T> = {}, asked: Readonly<Record<string, unknown>>): Record<string, T> {
  return Object.fromEntries(Object.entries(former).filter(([name]) => !(name in asked)));
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
