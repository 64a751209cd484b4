/**
 * A place for one zip. `owner` says who may deploy what lies there: `project:<id>` when a key asked for it, which is
 * bound to its project, else the principal of the builder who asked. Times are Unix milliseconds.
 */
export type Upload = {
  id: string;
  owner: string;
  /** Base64 of what the bytes must have; empty for any. */
  md5: string;
  createTime: number;
  /** Until when bytes are taken. */
  expireTime: number;
};

export type UploadStore = {
  insert(upload: Upload): Promise<void>;
  /** By its id alone: who holds the signed address need not be anybody else. */
  find(id: string): Promise<Upload | undefined>;
  /** The last bytes stay; false when the place is gone. */
  putContent(owner: string, id: string, content: Uint8Array): Promise<boolean>;
  /** Undefined when nothing lies there, or when it is none of the owners'. */
  findContent(owners: readonly string[], id: string): Promise<Uint8Array | undefined>;
  /** Places that were made before; how many. */
  removeBefore(createTime: number): Promise<number>;
};

const BUCKET = 'causeway-uploads';
const URL_PATTERN = new RegExp(`^gs://${BUCKET}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.zip$`);

export function placeOf(id: string): { bucket: string; path: string } {
  return { bucket: BUCKET, path: `/${id}.zip` };
}

/** The id behind `gs://<bucket><path>` as clients build it from an upload's place; null for any other address. */
export function uploadIdOf(sourceZipUrl: string): string | null {
  return URL_PATTERN.exec(sourceZipUrl)?.[1] ?? null;
}
