import { baseAddress, intSetting, textSetting } from '../lib/config/settings.ts';
import { sharedSettings } from '../lib/config/shared_settings.ts';

export const settings = {
  form: sharedSettings.form,
  dataDir: textSetting('CAUSEWAY_DATA_DIR', '.causeway', 'Folder of the embedded form: databases, keyring, log'),
  port: intSetting('PORT', 8080, 'Port of the public interface, 0 for any free one', 0, 65_535),
  publicUrl: baseAddress(
    'CAUSEWAY_PUBLIC_URL',
    '',
    'Origin in links, callbacks and problem types; http://localhost:<port> when empty',
  ),
  readyJson: textSetting(
    'CAUSEWAY_READY_JSON',
    '',
    'File that is written when the platform is ready: addresses, project, key',
  ),
  logLevel: sharedSettings.logLevel,
  labUrl: sharedSettings.labUrl,
};
