type Envelope = {
  objectName?: string;
  rawObjectName?: string;
  resultInfo?: { type?: string; numRecords?: number };
  result?: { raw?: { id?: unknown }; fields?: { id?: unknown } }[];
};

/** The provider's ids of the records in a webhook body; empty for a notification, or when the records lie behind a URL. */
export function deliveredRecordIds(body: string): { objectName: string; ids: string[] } {
  const { result, rawObjectName, objectName } = JSON.parse(body) as Envelope;
  const records = Array.isArray(result) ? result : [];
  return {
    objectName: rawObjectName ?? objectName ?? '',
    ids: records.map(({ raw, fields }) => String(raw?.id ?? fields?.id)),
  };
}
