export function wovenPrograms(): string;
