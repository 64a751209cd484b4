import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkProviderFile } from '../../connectors/engine/check/check.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

const guide = readFileSync(assetPath('docs/providers.md'), 'utf8');
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text as string);

describe('the guide to writing a provider file', () => {
  it('has a complete file for each step', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(5);
  });

  it.each(blocks)('shows a file that can be loaded: %#', (text) => {
    expect(checkProviderFile(text)).toEqual([]);
  });
});
