import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DnsServer, startDnsServer } from '../../../test/support/dns_server.ts';
import { dnsRecords } from './dns_records.ts';

describe('TXT records', () => {
  let server: DnsServer;
  beforeEach(async () => {
    server = await startDnsServer({
      '_causeway.one.example': { texts: [['causeway-domain=1'], ['v=spf1 ', '-all']] },
      '_causeway.none.example': { texts: [] },
      '_causeway.absent.example': { code: 3 },
      '_causeway.broken.example': { code: 2 },
      '_causeway.refused.example': { code: 5 },
    });
  });
  afterEach(() => server.stop());

  const ask = async (name: string, timeoutMs = 10_000) => {
    const dns = dnsRecords({ servers: [server.address], timeoutMs });
    const answer = await dns.txtRecords(name);
    dns.close();
    return answer;
  };

  it('S9: are texts, each of all its strings', async () => {
    const answer = await ask('_causeway.one.example');
    expect((answer as { records: string[] }).records.toSorted()).toEqual(['causeway-domain=1', 'v=spf1 -all']);
  });

  it.each(['none', 'absent'])('S9: are none of a name with no such record or no name (%s)', async (name) => {
    expect(await ask(`_causeway.${name}.example`)).toEqual({ records: [] });
  });

  it.each(['broken', 'refused'])('S9: fail where the servers say so (%s)', async (name) => {
    expect(await ask(`_causeway.${name}.example`)).toEqual({ fault: 'failed' });
  });

  it('S9: are missed where the servers say nothing', async () => {
    expect(await ask('_causeway.silent.example', 100)).toEqual({ fault: 'timeout' });
  });
});
