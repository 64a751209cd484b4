import { writeFileSync } from 'node:fs';
import { configurationPage } from './docs/configuration_page.ts';
import { eventsPage } from './docs/events_page.ts';

/** `npm run gen:docs`: writes the pages that are made of code; test/architecture compares them. */
writeFileSync('docs/events.md', eventsPage());
writeFileSync('docs/configuration.md', configurationPage());
