type Envelope = {
  notificationType?: string;
  sequence?: number;
  objectName?: string;
  rawObjectName?: string;
  resultInfo?: { type?: string; numRecords?: number };
  result?: { raw?: { id?: unknown }; fields?: { id?: unknown } }[];
};

type Delivered = { objectName: string; ids: string[]; sequence?: number; notificationType?: string };

/**
 * The provider's ids of the records in a webhook body; empty for a notification, or when the records are behind a URL.
 */
export function deliveredRecordIds(body: string): Delivered {
  const { result, rawObjectName, objectName, sequence, notificationType } = JSON.parse(body) as Envelope;
  const records = Array.isArray(result) ? result : [];
  return {
    objectName: rawObjectName ?? objectName ?? '',
    ids: records.map(({ raw, fields }) => String(raw?.id ?? fields?.id)),
    ...(sequence !== undefined && { sequence }),
    ...(notificationType !== undefined && { notificationType }),
  };
}
