import type { Schema } from '../../api/contract.ts';

export type OfferedObject = Schema<'HydratedReadObject'>;
/** The customer's choice for one object. */
export type Chosen = {
  isRead: boolean;
  fields: Readonly<Record<string, boolean>>;
  /** Your name of a field → the provider's field. */
  mappings: Readonly<Record<string, string>>;
  isAll: boolean;
  /** Your name of a field → your value → the provider's value. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
export type Choices = Readonly<Record<string, Chosen>>;

/** Fields that the session offers to map beyond those of the manifest, by object. */
export type Offers = Readonly<Record<string, readonly Schema<'OfferedMapping'>[]>>;

/** The part of a config that choices come from. */
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

/** A field that the customer chooses a field of the provider for. */
export type MappedField = Schema<'HydratedField'> &
  Pick<Schema<'OfferedMapping'>, 'mappedValues'> & { mapToName: string };

/** Those of the manifest, which gave them a name and no field of the provider, and those that the session offers. */
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

/** The choices at first: what the config of an installation says, or everything that is offered. */
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

/** The choices that an integration offers to a customer, from its hydrated revision. */
export type Offered = { objects: OfferedObject[]; hasProxy: boolean };

/**
 * Parts of a new config that the page shows to the customer without a choice: an app that calls the provider itself.
 */
export function firstConfig({ hasProxy }: Pick<Offered, 'hasProxy'>): Record<string, unknown> {
  return hasProxy ? { proxy: { enabled: true } } : {};
}

/** The config content that the choices make. `former`: of an installation, whose other parts stay. */
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

/** Entries of a former config that this page did not ask about. */
function unasked<T>(former: Record<string, T> = {}, asked: Readonly<Record<string, unknown>>): Record<string, T> {
  return Object.fromEntries(Object.entries(former).filter(([name]) => !(name in asked)));
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
