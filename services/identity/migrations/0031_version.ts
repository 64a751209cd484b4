import { versionTable } from '../../../lib/versions/version_table.ts';

export const version = versionTable('0031_version');
