/** The health checks of a service's SQLite file. For each: the fault, and the steps that an operator must take. */
export const WRITABLE = 'database.writable';
export const WHOLE = 'database.whole';

export const FILE_FAULTS: Readonly<Record<string, string>> = {
  [WRITABLE]:
    'cannot be written. Free space on its disk, or correct the permissions of its files; then everything continues by itself.',
  [WHOLE]: 'is damaged. Stop Causeway, and restore the data folder from a backup; the log names the file.',
};
