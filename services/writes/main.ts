import { runProcess } from '../../lib/process/run_process.ts';
import { settings } from './config.ts';
import { start } from './service.ts';

await runProcess({ service: 'writes', settings, start });
