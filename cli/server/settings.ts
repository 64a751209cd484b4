import { baseAddress, secretSetting, textSetting } from '../../lib/config/settings.ts';

/** Settings of the commands that call a running platform. Options override them. */
export const settings = {
  url: baseAddress('CAUSEWAY_URL', 'http://localhost:8080', 'Origin of the platform that commands call'),
  project: textSetting(
    'CAUSEWAY_PROJECT',
    '',
    'Id or name of the project of a command; the only one of the key when empty',
  ),
  apiKey: secretSetting('CAUSEWAY_API_KEY', '', 'API key of a command'),
};
