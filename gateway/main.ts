import { runProcess } from '../lib/process/run_process.ts';
import { settings } from './config.ts';
import { start } from './gateway.ts';

await runProcess({ service: 'gateway', settings, start });
