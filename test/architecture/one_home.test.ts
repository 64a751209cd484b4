import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source_files.ts';
