export function wovenFolder(): string;
