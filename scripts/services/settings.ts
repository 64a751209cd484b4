import { settings as embeddedSettings } from '../../embedded/settings.ts';
import { textSetting } from '../../lib/config/settings.ts';

/**
 * The settings of `npm run start:services` itself. The processes read their settings from the environment, which this
 * command passes on.
 */
export const settings = {
  dataDir: textSetting(
    'CAUSEWAY_DATA_DIR',
    '.causeway/services',
    'Folder of the services form on one machine: servers, secrets, logs',
  ),
  port: embeddedSettings.port,
  publicUrl: embeddedSettings.publicUrl,
  readyJson: embeddedSettings.readyJson,
};
