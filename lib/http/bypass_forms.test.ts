import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sentinel, startSentinel } from '../../test/support/sentinel.ts';
import { aStream } from '../../test/support/stream_world.ts';
import { isUrl } from '../url/is_url.ts';
import { createDialer } from './dialer.ts';
import { createGuard } from './guard.ts';
import { localLookup } from './lookup.ts';
import { type OutboundClient, outboundClient } from './outbound.ts';

/**
 * All known spellings of an address that evade text filters. `$P` is the port of the sentinels on 127.0.0.1 and ::1.
 * The port is allowed, so that only the address can cause a refusal.
 */
const toLoopback = [
  'https://127.0.0.1:$P/',
  'https://127.0.0.1.:$P/',
  'https://127.1:$P/',
  'https://127.0.1:$P/',
  'https://127.255.255.254:$P/',
  'https://0:$P/',
  'https://0.0.0.0:$P/',
  'https://0x7f.0.0.1:$P/',
  'https://0x7f000001:$P/',
  'https://0x7F.1:$P/',
  'https://0177.0.0.1:$P/',
  'https://017700000001:$P/',
  'https://00000177.0.0.1:$P/',
  'https://2130706433:$P/',
  'https://0x7f.0.0x0.01:$P/',
  'https://127.0x0.0.1:$P/',
  'https://127.0.0.0x1:$P/',
  'https://１２７.０.０.１:$P/',
  'https://127。0。0。1:$P/',
  'https://127．0．0．1:$P/',
  'https://127｡0｡0｡1:$P/',
  'https://①②⑦.⓪.⓪.①:$P/',
  'https://𝟭𝟮𝟳.𝟬.𝟬.𝟭:$P/',
  'https://%31%32%37.0.0.1:$P/',
  'https://127%2e0%2e0%2e1:$P/',
  'https://[::1]:$P/',
  'https://[0:0:0:0:0:0:0:1]:$P/',
  'https://[0000::0001]:$P/',
  'https://[::]:$P/',
  'https://[::ffff:127.0.0.1]:$P/',
  'https://[::ffff:7f00:1]:$P/',
  'https://[::FFFF:7F00:0001]:$P/',
  'https://[::127.0.0.1]:$P/',
  'https://[::7f00:1]:$P/',
  'https://[64:ff9b::127.0.0.1]:$P/',
  'https://[64:ff9b::7f00:1]:$P/',
  'https://[64:ff9b:1::7f00:1]:$P/',
  'https://[2002:7f00:1::]:$P/',
  'https://[2002:7f00:0001:0:0:0:0:1]:$P/',
  'https://[2001:0:7f00:1::]:$P/',
  'https://[::ffff:0:127.0.0.1]:$P/',
  'https://[fe80::5efe:127.0.0.1]:$P/',
  'https://[::1%25lo]:$P/',
  'https://[fe80::1%lo]:$P/',
  'https://localhost:$P/',
  'https://LOCALHOST:$P/',
  'https://localhost.:$P/',
  'https://ｌｏｃａｌｈｏｓｔ:$P/',
  'https://loc%61lhost:$P/',
  'https://a.localhost:$P/',
  'https://localhost.localdomain:$P/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:$P/',
  'https://local\u00adhost:$P/',
  'https://user@127.0.0.1:$P/',
  'https://hooks.example.com@127.0.0.1:$P/',
  'https://hooks.example.com:443@127.0.0.1:$P/',
  'https://hooks.example.com%40127.0.0.1:$P/',
  'https://hooks.example.com\\@127.0.0.1:$P/',
  'https://127.0.0.1\\@hooks.example.com:$P/',
  'https://127.0.0.1:$P\\.example.com/',
  'https://127.0.0.1:$P#@hooks.example.com/',
  'https://127.0.0.1:$P?@hooks.example.com/',
  'https:127.0.0.1:$P',
  'https:/127.0.0.1:$P/',
  'https:///127.0.0.1:$P/',
  'https:\\\\127.0.0.1:$P\\',
  '//127.0.0.1:$P/',
  ' https://127.0.0.1:$P/',
  'ht\ttps://127.0.0.1:$P/',
  'https://127.0.\n0.1:$P/',
  'https://127.0.0.1:$P/\r\nx-a: b',
  'HTTPS://127.0.0.1:$P/',
  'HtTp://127.0.0.1:$P/',
  'http://127.0.0.1:$P/',
  'http://[::1]:$P/',
  'https://127.0.0.1:0$P/',
  'https://127.0.0.1\u0000.example.com:$P/',
  'ws://127.0.0.1:$P/',
  'ftp://127.0.0.1:$P/',
  'gopher://127.0.0.1:$P/_GET',
  'file:///etc/passwd',
  'unix:///var/run/docker.sock',
  'http://unix:/var/run/docker.sock:/info',
  'javascript:fetch("https://127.0.0.1:$P")',
  'data:text/plain,a',
  'blob:https://127.0.0.1:$P/x',
  '',
];

/** Dangerous targets that do not exist on a test machine; these tests call the guard directly. */
const elsewhere = [
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254./',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0xa9.0xfe.0xa9.0xfe/',
  'https://0251.0376.0251.0376/',
  'https://169.16689662/',
  'https://１６９.２５４.１６９.２５４/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[2002:a9fe:a9fe::]/',
  'https://[fd00:ec2::254]/',
  'https://[fd20:ce::254]/',
  'https://metadata.google.internal/',
  'https://METADATA.google.internal./',
  'https://metadata/',
  'https://metadata.goog/',
  'https://instance-data/',
  'https://instance-data.ec2.internal/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://169.254.170.2/v2/credentials',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://198.18.0.1/',
  'https://192.0.2.1/',
  'https://198.51.100.7/',
  'https://203.0.113.9/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[2001::1]/',
  'https://kubernetes/',
  'https://kubernetes.default.svc/',
  'https://reads.causeway.svc.cluster.local/',
  'https://vault.service.internal/',
  'https://printer.local/',
  'https://nas.home.arpa/',
  'https://router.lan/',
  'https://intranet/',
  'https://a..example.com/',
  'https://hooks.example.com./',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:6379/',
  'https://hooks.example.com:0/',
  'http://hooks.example.com/',
  'http://hooks.example.com:8080/',
];

const sound = [
  'https://hooks.example.com/',
  'https://hooks.example.com:8443/a?b=c#d',
  'HTTPS://Hooks.Example.com/',
  'https://8.8.8.8/',
  'https://1.1.1.1:443/',
  'https://[2606:4700:4700::1111]/',
  'https://bücher.example/',
  'https://my_app.example.com/hook',
  'https://hooks.example.com/@user/a@b',
  'https://hooks.example.com/?to=https://127.0.0.1/',
  'https://127.0.0.1.example.com/',
  'https://internal.example.com/',
  'https://172.32.0.1/',
];

describe('the outbound client, told to go where it must not', () => {
  let sentinels: Sentinel[];
  let client: OutboundClient;
  const port = () => sentinels[0]?.port ?? 0;

  beforeAll(async () => {
    const v4 = await startSentinel('127.0.0.1');
    sentinels = [v4, await startSentinel('::1', v4.port)];
    client = outboundClient({ allow: [], allowHttp: false, ports: [v4.port], connectTimeoutMs: 500 });
  });
  afterAll(async () => {
    await client.close();
    await Promise.all(sentinels.map((sentinel) => sentinel.close()));
  });

  it.each(toLoopback)('does not connect to %j', async (form) => {
    const url = form.replace('$P', String(port()));
    const refusal = { name: 'OutboundError', reason: 'blocked' };
    await expect(client.send({ method: 'GET', url })).rejects.toMatchObject(refusal);
    await expect(client.stream({ ...aStream, url })).rejects.toMatchObject(refusal);
    expect(sentinels.map((sentinel) => sentinel.accepts())).toEqual([0, 0]);
  });

  it('does not connect even where the check of the text has let a form pass', async () => {
    const dial = createDialer({
      guard: createGuard({ allow: [], allowHttp: true, ports: [port()] }),
      lookup: localLookup,
      timeoutMs: 500,
    });
    const urls = toLoopback
      .map((form) => form.replace('$P', String(port())))
      .filter((text) => isUrl(text))
      .map((text) => new URL(text));
    const dialled = urls.filter(({ protocol }) => /^https?:$/.test(protocol));
    const errors = await Promise.all(
      dialled.map(
        ({ protocol, host, hostname, port }) =>
          new Promise<unknown>((resolve) => {
            dial({ protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port }, (...[error]) => resolve(error));
          }),
      ),
    );
    expect(errors.length).toBeGreaterThan(60);
    expect(errors.filter((error) => error === null)).toEqual([]);
    expect(sentinels.map((sentinel) => sentinel.accepts())).toEqual([0, 0]);
  });

  it('would have met listeners there: the same client with an allow list reaches both', async () => {
    const allowed = outboundClient({ allow: ['127.0.0.0/8', '::1/128'], allowHttp: true });
    const sends = sentinels.map(({ origin }) => allowed.send({ method: 'GET', url: origin, headTimeoutMs: 1_000 }));
    for (const send of sends) await expect(send).rejects.toMatchObject({ reason: 'timeout' });
    expect(sentinels.map((sentinel) => sentinel.accepts() > 0)).toEqual([true, true]);
    await allowed.close();
  });
});

describe('the guard', () => {
  const guard = createGuard({ allow: [], allowHttp: true });
  it.each(elsewhere)('refuses %s', (url) => expect(guard.urlFault(url)).toMatch(/^The (URL|host|port) .+\.$/));
  it.each(sound)('accepts %s', (url) => expect(guard.urlFault(url)).toBeNull());
});
