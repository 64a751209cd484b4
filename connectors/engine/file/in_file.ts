type Value = string | number | undefined;

/** A fact as a line of a provider file: `id: uid`, `paging: {kind: linkHeader}`. What is undefined is left out. */
export function inFile(key: string, value: Value | Readonly<Record<string, Value>>): string {
  if (typeof value !== 'object') return `${key}: ${scalar(value)}`;
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return `${key}: {${given.map(([name, one]) => `${name}: ${scalar(one)}`).join(', ')}}`;
}

/** In quotes where YAML would read something else. */
function scalar(value: Value): string {
  const text = String(value ?? '');
  return typeof value === 'number' || /^(?!(?:true|false|null|yes|no|on|off)$)[a-z_][\w.-]*$/i.test(text)
    ? text
    : `'${text.replaceAll("'", "''")}'`;
}
