export type Field = {
  name: string;
  label: string;
  type:
    | 'string'
    | 'number'
    | 'boolean'
    | 'datetime'
    | 'object'
    | 'select'
    | 'integer'
    | 'date'
    | 'multiselect'
    | 'reference';
  required: boolean;
  readOnly: boolean;
  options?: readonly string[];
  /** Set for a custom field; see custom_fields.ts. */
  custom?: boolean;
};

export const stages = ['lead', 'qualified', 'proposal', 'customer', 'lost'] as const;

/** The standard fields, in the order in which a record's JSON has them. */
export const fields: readonly Field[] = [
  given('id', 'Id', 'string'),
  given('created_at', 'Created at', 'datetime'),
  given('updated_at', 'Updated at', 'datetime'),
  { ...editable('name', 'Name', 'string'), required: true },
  editable('first_name', 'First name', 'string'),
  editable('last_name', 'Last name', 'string'),
  editable('email', 'Email', 'string'),
  editable('phone', 'Phone', 'string'),
  editable('city', 'City', 'string'),
  editable('country', 'Country', 'string'),
  editable('score', 'Score', 'number'),
  editable('active', 'Active', 'boolean'),
  { ...editable('stage', 'Stage', 'select'), options: stages },
  editable('notes', 'Notes', 'string'),
  editable('owner', 'Owner', 'object'),
  editable('big_number', 'Big number', 'number'),
  editable('precise_number', 'Precise number', 'number'),
];

export const fieldIndex: ReadonlyMap<string, number> = new Map(fields.map(({ name }, index) => [name, index]));

function given(name: string, label: string, type: Field['type']): Field {
  return { name, label, type, required: true, readOnly: true };
}

function editable(name: string, label: string, type: Field['type']): Field {
  return { name, label, type, required: false, readOnly: false };
}
