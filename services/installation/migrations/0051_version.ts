import { versionTable } from '../../../lib/versions/version_table.ts';

export const version = versionTable('installation_0051_version');
