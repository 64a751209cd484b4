import type { Schema } from '../../api/contract.ts';

export type OfferedObject = Schema<'HydratedReadObject'>;
/** What the customer chose for one object. */
export type Chosen = {
  isRead: boolean;
  fields: Readonly<Record<string, boolean>>;
  /** Your name of a field → the provider's field. */
  mappings: Readonly<Record<string, string>>;
  isAll: boolean;
};
export type Choices = Readonly<Record<string, Chosen>>;

/** The part of a config that choices come from. */
type ReadPart = Record<
  string,
  {
    selectedFields?: Record<string, boolean>;
    selectedFieldMappings?: Record<string, string>;
    selectedFieldsAuto?: string;
    disabled?: boolean;
  }
>;

export function optionalFieldsOf({ optionalFields = [] }: OfferedObject) {
  return optionalFields.filter((field) => field.fieldName !== undefined);
}

/** Fields that the customer maps: the builder gave them a name, and no field of the provider. */
export function mappedFieldsOf({ requiredFields = [], optionalFields = [] }: OfferedObject) {
  const mapped = (isRequired: boolean) => (field: Schema<'HydratedField'>) => ({ ...field, isRequired });
  return [...requiredFields.map(mapped(true)), ...optionalFields.map(mapped(false))].filter(
    (field) => field.fieldName === undefined && field.mapToName !== undefined,
  );
}

/** The choices at first: what the config of an installation says, or everything that is offered. */
export function firstChoices(objects: readonly OfferedObject[], config: ReadPart | null): Choices {
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
          mappedFieldsOf(object).map((field) => {
            const name = field.mapToName ?? '';
            return [name, known?.selectedFieldMappings?.[name] ?? field.default ?? ''];
          }),
        ),
        isAll: isNew ? object.optionalFieldsAuto === 'all' : known?.selectedFieldsAuto === 'all',
      };
      return [object.objectName, chosen];
    }),
  );
}

/** The config content that the choices make. `former`: of an installation, whose other parts stay. */
export function contentOf(
  provider: string,
  choices: Choices,
  former: Record<string, unknown> = {},
): Record<string, unknown> & { read: { objects: Record<string, object> } } {
  const formerObjects = (former['read'] as { objects?: Record<string, object> } | undefined)?.objects ?? {};
  const objects = Object.entries(choices)
    .filter(([objectName, { isRead }]) => isRead || objectName in formerObjects)
    .map(([objectName, { isRead, fields, mappings, isAll }]) => {
      const selected = Object.entries(fields).filter(([, isSelected]) => isSelected);
      const mapped = Object.entries(mappings).filter(([, fieldName]) => fieldName !== '');
      const object = {
        ...formerObjects[objectName],
        objectName,
        selectedFields: Object.fromEntries(selected),
        selectedFieldMappings: Object.fromEntries(mapped),
        ...(isAll && { selectedFieldsAuto: 'all' }),
        disabled: !isRead,
      };
      return [objectName, object];
    });
  return { ...former, provider, read: { objects: Object.fromEntries(objects) } };
}
