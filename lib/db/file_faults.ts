/** The names under which the health of a service reports its SQLite file, each with what an operator does about it. */
export const WRITABLE = 'database.writable';
export const WHOLE = 'database.whole';

export const FILE_FAULTS: Readonly<Record<string, string>> = {
  [WRITABLE]:
    'cannot be written. Free space on its disk, or correct the permissions of its files; then everything continues by itself.',
  [WHOLE]: 'is damaged. Stop Causeway, and restore the data folder from a backup; the log names the file.',
};
