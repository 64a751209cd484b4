import { describe, expect, it } from '@jest/globals';
import { labSetting } from './lab_setting.ts';

const home = 'http://localhost:8080';

describe('the setting of the provider lab', () => {
  it('names the lab and the one target that it opens', () => {
    expect(labSetting({ labUrl: 'http://127.0.0.1:4030/', publicUrl: home })).toEqual({
      url: 'http://127.0.0.1:4030',
      host: '127.0.0.1:4030',
    });
  });

  it('is none when it is empty', () => {
    expect(labSetting({ labUrl: '', publicUrl: 'https://causeway.example.com' })).toBeNull();
  });

  it.each([
    'http://lab.example.com:4030',
    'https://127.0.0.1:4030',
    'http://127.0.0.1',
    'http://127.0.0.1:4030/hubspot',
    'http://localhost.example.com:4030',
    'http://user@127.0.0.1:4030',
    'http://10.0.0.7:4030',
    'yes',
  ])('refuses %s, which is no lab on this machine', (labUrl) => {
    expect(() => labSetting({ labUrl, publicUrl: home })).toThrow(/must be the address of a provider lab/);
  });

  it.each(['https://causeway.example.com', 'http://10.0.0.7:8080', ''])(
    'stops a platform whose address is "%s": it is somebody else\'s too',
    (publicUrl) => {
      expect(() => labSetting({ labUrl: 'http://127.0.0.1:4030', publicUrl })).toThrow(/takes no simulated providers/);
    },
  );
});
