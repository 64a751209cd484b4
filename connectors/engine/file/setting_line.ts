type Value = string | number | undefined;

/** Writes one setting as a line of a provider file: `id: uid`, `paging: {kind: linkHeader}`. Omits undefined values. */
export function settingLine(key: string, value: Value | Readonly<Record<string, Value>>): string {
  if (typeof value !== 'object') return `${key}: ${scalar(value)}`;
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return `${key}: {${given.map(([name, one]) => `${name}: ${scalar(one)}`).join(', ')}}`;
}

/** Adds quotes to a text that YAML may parse as another type or as syntax. */
function scalar(value: Value): string {
  const text = String(value ?? '');
  return typeof value === 'number' || /^(?!(?:true|false|null|yes|no|on|off)$)[a-z_][\w.-]*$/i.test(text)
    ? text
    : `'${text.replaceAll("'", "''")}'`;
}
