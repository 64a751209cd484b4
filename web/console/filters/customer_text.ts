/** A customer of the builder; the API calls it a group. */
export type Customer = { name: string; ref: string };

/** The customers of the groups, without duplicates, in the same order. */
export function customersOf(groups: readonly { groupRef: string; groupName: string }[]): Customer[] {
  return [...new Map(groups.map(({ groupRef: ref, groupName: name }) => [ref, { ref, name }])).values()];
}

export function customerText({ name, ref }: Customer): string {
  return name === ref ? name : `${name} (${ref})`;
}

/** The search text while the user deletes characters of a chosen customer: no name contains `Acme Inc. (ac`. */
export function searchOf(text: string): string {
  return text.replace(/ \([^)]*$/, '').trim();
}
