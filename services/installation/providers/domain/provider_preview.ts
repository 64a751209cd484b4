/** What a provider looks like: one object of the simulated provider, read as a real one is. */
export type ProviderPreview = {
  /** All that can be read, to choose another. */
  objectNames: string[];
  /** The one that was read; empty if there is none. */
  objectName: string;
  /** In their order, with the addresses of the real provider. */
  calls: { method: string; url: string; status: number }[];
  /** Raw records as JSON texts. */
  recordTexts: string[];
};

/** Reads two small pages of an object of the simulated provider. Without a name, the first object of the file. */
export type PreviewProvider = (provider: string, objectName: string) => Promise<ProviderPreview | undefined>;
