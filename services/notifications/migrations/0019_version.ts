import { versionTable } from '../../../lib/versions/version_table.ts';

export const version = versionTable('notifications_0019_version');
