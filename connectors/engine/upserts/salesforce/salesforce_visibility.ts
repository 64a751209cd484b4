import { isObject, type JsonObject } from '../../../../lib/json/json.ts';
import { scalarText } from '../../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../../answer/failure.ts';
import { getPath } from '../../json_path.ts';
import { type SalesforceOrg, textOf } from './salesforce_org.ts';

const PERMISSION_SET = 'IntegrationCustomFieldVisibility';

/**
 * Lets the user who connected read and edit the fields. Adds the fields to Causeway's permission set, which is
 * created if it is missing, and assigns the set to the user. Existing permissions of the set are kept. Throws
 * ProviderFailure.
 */
export async function makeVisible(org: SalesforceOrg, fullNames: string[]): Promise<void> {
  const before = await permissions(org);
  const known = new Set(before.map(({ field }) => field.toLowerCase()));
  const missing = fullNames.filter((field) => !known.has(field.toLowerCase()));
  if (missing.length > 0)
    await save(org, [...before, ...missing.map((field) => ({ field, readable: 'true', editable: 'true' }))]);
  await assign(org);
}

type Permission = { field: string; readable: string; editable: string };

async function permissions(org: SalesforceOrg): Promise<Permission[]> {
  const results = await org.metadata('readMetadata', { type: 'PermissionSet', fullNames: PERMISSION_SET });
  const records = results.flatMap((result) => [result['records'] ?? []].flat().filter(isObject));
  return records
    .flatMap((record) => [record['fieldPermissions'] ?? []].flat().filter(isObject))
    .map((one) => ({
      field: textOf(one['field']),
      readable: textOf(one['readable']) || 'false',
      editable: textOf(one['editable']) || 'false',
    }));
}

async function save(org: SalesforceOrg, fieldPermissions: Permission[]): Promise<void> {
  const [result] = await org.metadata('upsertMetadata', {
    'metadata xsi:type="PermissionSet"': {
      fullName: PERMISSION_SET,
      label: 'Fields that the integration made',
      description: 'Whoever has this can read and edit the custom fields that the integration made.',
      fieldPermissions,
    },
  });
  if (textOf(result?.['success']) === 'true') return;
  throw new ProviderFailure(
    'badRequest',
    `The permission set ${PERMISSION_SET} was refused. ${errorOf(result)}`.trim(),
  );
}

function errorOf(result: JsonObject | undefined): string {
  const [error] = [result?.['errors'] ?? []].flat().filter(isObject);
  return textOf(error?.['message']).slice(0, 300);
}

async function assign(org: SalesforceOrg): Promise<void> {
  const found = await org.get('/services/data/{version}/query', {
    q: `SELECT Id,Name FROM PermissionSet WHERE Name='${PERMISSION_SET}'`,
  });
  const user = await org.get('/services/oauth2/userinfo');
  const PermissionSetId = scalarText(getPath(found, 'records[0].Id'));
  const AssigneeId = scalarText(getPath(user, 'user_id'));
  if (!PermissionSetId || !AssigneeId)
    throw new ProviderFailure('providerFault', 'Salesforce did not return the permission set or the user.');
  const body = { AssigneeId, PermissionSetId };
  await org.post(
    '/services/data/{version}/sobjects/PermissionSetAssignment',
    body,
    (code) => code === 'DUPLICATE_VALUE',
  );
}
