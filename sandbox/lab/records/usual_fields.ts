import type { ValueType } from '../../../lib/fields/field_metadata.ts';

/**
 * Fields that every account of a provider has, for the objects that manifests read most. A provider file does not list
 * them where the provider describes its fields itself. With them, a manifest that works in the lab names fields that
 * exist at the real provider.
 */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Partial<Record<ValueType, string>>>>>> = {
  hubspot: {
    contacts: {
      string: 'firstname lastname email phone company jobtitle city country website',
      singleSelect: 'lifecyclestage hs_lead_status',
      datetime: 'createdate',
    },
    companies: {
      string: 'name domain phone city country description website',
      singleSelect: 'industry lifecyclestage',
      float: 'annualrevenue numberofemployees',
      datetime: 'createdate',
    },
    deals: {
      string: 'dealname description',
      singleSelect: 'dealstage pipeline dealtype',
      float: 'amount',
      datetime: 'closedate createdate',
    },
    tickets: {
      string: 'subject content',
      singleSelect: 'hs_pipeline hs_pipeline_stage hs_ticket_priority',
      datetime: 'createdate',
    },
  },
};

/** Names and types; none for an object that is not in the table. */
export function usualFields(provider: string, object: string): [string, ValueType][] {
  const byType = FIELDS[provider]?.[object.toLowerCase()] ?? {};
  return Object.entries(byType).flatMap(([type, names]) =>
    names.split(' ').map((name): [string, ValueType] => [name, type as ValueType]),
  );
}

/** Whether a provider takes the values of all types as texts, as its documentation writes them. */
export function takesTexts(provider: string): boolean {
  return provider === 'hubspot';
}
