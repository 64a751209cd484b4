import { writeFileSync } from 'node:fs';
import { configurationPage } from './docs/configuration_page.ts';
import { eventsPage } from './docs/events_page.ts';

/**
 * `npm run gen:docs`: writes the pages that are generated from code; test/architecture checks that they are current.
 */
writeFileSync('docs/events.md', eventsPage());
writeFileSync('docs/configuration.md', configurationPage());
