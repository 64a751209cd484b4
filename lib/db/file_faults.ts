/**
 * The names of the health checks of a service's SQLite file. FILE_FAULTS has the text for an operator: fault and
 * remedy.
 */
export const FILE_WRITABLE = 'database.writable';
export const FILE_INTACT = 'database.whole';

export const FILE_FAULTS: Readonly<Record<string, string>> = {
  [FILE_WRITABLE]:
    'cannot be written. Free space on its disk, or correct the permissions of its files; then everything continues by itself.',
  [FILE_INTACT]: 'is damaged. Stop Causeway, and restore the data folder from a backup; the log names the file.',
};
