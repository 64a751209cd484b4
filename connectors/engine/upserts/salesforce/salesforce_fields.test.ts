import { describe, expect, it } from '@jest/globals';
import type { FieldDefinition } from '../../../../lib/fields/field_definition.ts';
import { known } from '../../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../../test/support/scripted_send.ts';
import { upsertFields } from '../upsert_fields.ts';

const {
  fields: _fields,
  objectName: _object,
  ...target
} = known('salesforce', 'Account', {
  variables: { workspace: 'acme' },
  auth: { headers: { Authorization: 'Bearer CANARY<&>' }, query: {} },
});
const field = (fieldName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  fieldName,
  displayName: 'Label',
  valueType: 'string',
  ...more,
});

const soap = (body: string) => ({
  headers: { 'content-type': 'text/xml' },
  text: `<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`,
});
const read = (records = '') => soap(`<readMetadataResponse><result>${records}</result></readMetadataResponse>`);
const upserted = (...results: string[]) =>
  soap(`<upsertMetadataResponse>${results.map((one) => `<result>${one}</result>`).join('')}</upsertMetadataResponse>`);
const made = (name: string, created = true) =>
  `<created>${created}</created><fullName>${name}</fullName><success>true</success>`;
const refused = (name: string, message: string) =>
  `<created>false</created><errors><message>${message}</message></errors><fullName>${name}</fullName><success>false</success>`;
const permitted = (...names: string[]) =>
  read(
    `<records>${names
      .map((one) => `<fieldPermissions><field>${one}</field><readable>true</readable></fieldPermissions>`)
      .join('')}</records>`,
  );
const found = { body: { records: [{ Id: '0PS1' }] } };
const user = { body: { user_id: '0051' } };
const assigned = { status: 201, body: { id: '1', success: true } };

describe('custom fields of salesforce', () => {
  it('are upserted by SOAP and made visible to the user who connected', async () => {
    const send = scriptedSend(
      read(),
      upserted(made('Account.A__c'), made('Account.B__c', false)),
      permitted('Account.Old__c'),
      upserted(made('IntegrationCustomFieldVisibility')),
      found,
      user,
      assigned,
    );
    const wanted = [
      field('A__c', { displayName: 'R&D <"it">', description: "it's\u0000 ]]>" }),
      field('B__c', { required: true }),
    ];
    expect(await upsertFields(target, { Account: wanted }, send, Date.now())).toEqual({
      success: true,
      fields: {
        Account: { A__c: { fieldName: 'A__c', action: 'create' }, B__c: { fieldName: 'B__c', action: 'update' } },
      },
    });
    const [, upsert, , permissions, , , assignment] = send.requests.map(({ body = '' }) => body);
    expect(upsert).toContain('<sessionId>CANARY&lt;&amp;&gt;</sessionId>');
    expect(upsert).toContain(
      '<label>R&amp;D &lt;&quot;it&quot;&gt;</label><description>it&apos;s ]]&gt;</description>',
    );
    expect(permissions).toContain('<field>Account.Old__c</field><readable>true</readable><editable>false</editable>');
    expect(permissions).toContain('<field>Account.A__c</field><readable>true</readable><editable>true</editable>');
    // Required fields are visible to everybody, and Salesforce refuses permissions for them.
    expect(permissions).not.toContain('Account.B__c');
    expect(JSON.parse(assignment ?? '')).toEqual({ AssigneeId: '0051', PermissionSetId: '0PS1' });
  });

  it('are not upserted if nothing would change, but still made visible', async () => {
    const record =
      '<records><fullName>Account.A__c</fullName><label>Label</label><type>Picklist</type><valueSet><restricted>true</restricted><valueSetDefinition><sorted>false</sorted><value><fullName>x</fullName><default>false</default><label>x</label></value></valueSetDefinition></valueSet></records>';
    const duplicate = { status: 400, body: [{ errorCode: 'DUPLICATE_VALUE', message: 'Duplicate assignment' }] };
    const send = scriptedSend(read(record), permitted('Account.A__c'), found, user, duplicate);
    const wanted = field('A__c', {
      valueType: 'singleSelect',
      stringOptions: { values: ['x'], valuesRestricted: true },
    });
    expect(await upsertFields(target, { Account: [wanted] }, send, Date.now())).toEqual({
      success: true,
      fields: { Account: { A__c: { fieldName: 'A__c', action: 'none' } } },
    });
  });

  it('are reported one by one where Salesforce refuses some', async () => {
    const send = scriptedSend(
      read(),
      upserted(refused('Account.A__c', 'No &lt;such&gt; thing'), made('Account.B__c')),
      permitted('Account.B__c'),
      found,
      user,
      assigned,
    );
    expect(await upsertFields(target, { Account: [field('A__c'), field('B__c')] }, send, Date.now())).toMatchObject({
      success: false,
      fields: { Account: { A__c: { action: 'none', warnings: ['No <such> thing'] }, B__c: { action: 'create' } } },
    });
  });

  it('have one warning that names all settings that Salesforce does not have for them', async () => {
    const send = scriptedSend(
      read(),
      upserted(made('Account.A__c'), made('Account.B__c')),
      permitted('Account.A__c', 'Account.B__c'),
      found,
      user,
      assigned,
    );
    const long = { length: 1000, pattern: '^a', valuesRestricted: true, defaultValue: 'a' };
    const wanted = [
      field('A__c', { required: true, unique: true, stringOptions: long }),
      field('B__c', { required: false, stringOptions: { length: 1000 } }),
    ];
    const { fields } = await upsertFields(target, { Account: wanted }, send, Date.now());
    expect(fields['Account']).toEqual({
      A__c: {
        fieldName: 'A__c',
        action: 'create',
        warnings: [
          'Salesforce does not support these here, and they were left out: required, unique, stringOptions.pattern, stringOptions.valuesRestricted, stringOptions.defaultValue.',
        ],
      },
      B__c: { fieldName: 'B__c', action: 'create' },
    });
  });

  it('are tried one by one when the batch as a whole is refused', async () => {
    const fault = soap('<s:Fault><faultcode>s:Client</faultcode><faultstring>Bad constraint</faultstring></s:Fault>');
    const send = scriptedSend(
      read(),
      fault,
      read(),
      upserted(made('Account.A__c')),
      read(),
      fault,
      permitted('Account.A__c'),
      found,
      user,
      assigned,
    );
    expect(await upsertFields(target, { Account: [field('A__c'), field('B__c')] }, send, Date.now())).toEqual({
      success: false,
      fields: {
        Account: {
          A__c: { fieldName: 'A__c', action: 'create' },
          B__c: { fieldName: 'B__c', action: 'none', warnings: ['Salesforce answered: Bad constraint'] },
        },
      },
    });
  });

  it('fail while nobody can see them', async () => {
    const send = scriptedSend(read(), upserted(made('Account.A__c')), permitted(), {
      ...upserted(refused('IntegrationCustomFieldVisibility', 'Not licensed')),
    });
    expect(await upsertFields(target, { Account: [field('A__c')] }, send, Date.now())).toMatchObject({
      success: false,
      fields: { Account: { A__c: { action: 'create', warnings: [expect.stringContaining('Not licensed')] } } },
    });
  });

  it('are sent in batches of up to ten', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `F${index}__c`);
    const results = names.map((name) => made(`Account.${name}`));
    const send = scriptedSend(
      read(),
      upserted(...results.slice(0, 10)),
      read(),
      upserted(...results.slice(10)),
      permitted(...names.map((name) => `Account.${name}`)),
      found,
      user,
      assigned,
    );
    const { success } = await upsertFields(target, { Account: names.map((name) => field(name)) }, send, Date.now());
    expect([success, send.requests.length]).toEqual([true, 8]);
  });

  const kinds: [string, FieldDefinition['valueType'], Partial<FieldDefinition>, string][] = [
    ['a long text', 'string', { stringOptions: { length: 1000 } }, '<type>LongTextArea</type>'],
    ['a text with a default', 'string', { stringOptions: { defaultValue: 'a"b' } }, '&quot;a\\&quot;b&quot;'],
    ['a boolean', 'boolean', {}, '<type>Checkbox</type>'],
    ['a date', 'date', {}, '<type>Date</type>'],
    [
      'a date with a default',
      'date',
      { stringOptions: { defaultValue: '2026-01-31' } },
      '<defaultValue>DATEVALUE(&quot;2026-01-31&quot;)</defaultValue>',
    ],
    ['a time', 'datetime', {}, '<type>DateTime</type>'],
    [
      'a time with a default',
      'datetime',
      { stringOptions: { defaultValue: '2026-01-31T01:30:00+02:00' } },
      '<defaultValue>DATETIMEVALUE(&quot;2026-01-30 23:30:00&quot;)</defaultValue>',
    ],
    [
      'a required text of some length',
      'string',
      { required: true, stringOptions: { length: 40 } },
      '<type>Text</type><required>true</required><unique>false</unique><indexed>false</indexed><length>40</length>',
    ],
    [
      'a restricted choice with a default',
      'singleSelect',
      { stringOptions: { values: ['a'], valuesRestricted: true, defaultValue: 'a' } },
      '<restricted>true</restricted><valueSetDefinition><sorted>true</sorted><value><fullName>a</fullName><default>true</default>',
    ],
    [
      'a boolean without what it cannot be',
      'boolean',
      { required: true },
      '<type>Checkbox</type><required>false</required><unique>false</unique><indexed>',
    ],
    ['a whole number', 'int', {}, '<precision>18</precision><scale>0</scale>'],
    ['a number', 'float', { numericOptions: { precision: 9, scale: 2 } }, '<precision>9</precision><scale>2</scale>'],
    ['choices', 'multiSelect', { stringOptions: { values: ['a'] } }, '<type>MultiselectPicklist</type>'],
    [
      'a lookup',
      'reference',
      { association: { associationType: 'lookup', targetObject: 'Contact', onDelete: 'set_null' } },
      '<referenceTo>Contact</referenceTo><deleteConstraint>SetNull</deleteConstraint>',
    ],
  ];
  it.each(kinds)('may be %s', async (_kind, valueType, more, expected) => {
    const send = scriptedSend(read(), upserted(refused('Account.A__c', 'no')));
    await upsertFields(target, { Account: [field('A__c', { valueType, ...more })] }, send, Date.now());
    expect(send.requests[1]?.body).toContain(expected);
  });
});

describe('an error response of Salesforce', () => {
  const answers: [string, object, string][] = [
    ['a session that ended', soap('<s:Fault><faultcode>sf:INVALID_SESSION_ID</faultcode></s:Fault>'), 'credentials'],
    ['401', { status: 401 }, 'credentials'],
    ['a limit', soap('<s:Fault><faultcode>sf:REQUEST_LIMIT_EXCEEDED</faultcode></s:Fault>'), 'rateLimit'],
    ['500', { status: 500, text: '<html>' }, 'providerFault'],
    ['no XML', { text: 'hello' }, 'providerFault'],
    ['half of it', { text: '<s:Envelope><s:Body><upsert' }, 'providerFault'],
    [
      'an entity bomb',
      {
        text: `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><s:Envelope><s:Body><upsertMetadataResponse>&c;</upsertMetadataResponse></s:Body></s:Envelope>`,
      },
      'providerFault',
    ],
    ['an abyss', { text: '<a>'.repeat(200_000) }, 'badRequest'],
    ['nothing', { text: '' }, 'providerFault'],
  ];
  it.each(answers)('%s is a failure that quotes no body', async (_what, answer, kind) => {
    const send = scriptedSend(read(), answer);
    const failure = upsertFields(target, { Account: [field('A__c')] }, send, Date.now());
    await expect(failure).rejects.toMatchObject({
      kind,
      message: expect.not.stringMatching(/lolz|<a>|hello|CANARY|<html>/),
    });
  });

  it('is a refusal if the fault is about the request', async () => {
    const fault = soap('<s:Fault><faultcode>s:Client</faultcode><faultstring>No such column</faultstring></s:Fault>');
    expect(
      await upsertFields(target, { Account: [field('A__c')] }, scriptedSend(read(), fault), Date.now()),
    ).toMatchObject({
      success: false,
      fields: { Account: { A__c: { warnings: ['Salesforce answered: No such column'] } } },
    });
  });
});
