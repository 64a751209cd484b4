import { join } from 'node:path';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { startMariadb } from '../servers/mariadb.ts';
import { ensureWordPress } from './ensure_wordpress.ts';
import type { LiveSource } from './live_source.ts';
import { startWordPressServer } from './wordpress_server.ts';

/** Debian's WordPress with its own database. It has page numbers, totals in headers, and Basic auth. */
export async function startWordPress(folder: string, say: (line: string) => void): Promise<LiveSource> {
  ensureWordPress(say);
  const mariadb = await startMariadb({ dir: join(folder, 'mariadb') });
  await mariadb.createSchema('wordpress');
  say('Installing and seeding WordPress ...');
  const php = assetPath('scripts/live');
  const options = { folder: join(folder, 'wordpress'), socketPath: mariadb.socketPath, php };
  const { url, username, password, counts, stop } = await startWordPressServer(options);
  return {
    url,
    provider: 'wordPressSelfHosted',
    credentials: { basicAuth: { username, password }, providerMetadata: { siteUrl: url } },
    objects: [
      { name: 'posts', fields: ['id', 'date', 'slug'], mapped: { link: 'address' } },
      { name: 'pages', fields: ['id', 'date', 'slug'] },
      { name: 'users', fields: ['id', 'name'] },
      { name: 'comments', fields: ['id', 'post', 'author_name'] },
    ],
    counts,
    written: {
      object: 'posts',
      field: 'slug',
      create: { title: 'Written by Causeway', slug: 'written-by-causeway', status: 'publish' },
      change: { slug: 'changed-by-causeway' },
    },
    proxied: {
      collection: '/wp-json/wp/v2/posts',
      // Without `force` WordPress moves the post to the trash instead of deleting it.
      one: (id) => `/wp-json/wp/v2/posts/${id}?force=true`,
      body: { title: 'Sent through the proxy', status: 'publish' },
      idIn: ({ id }) => String(id ?? ''),
    },
    async stop() {
      await stop();
      await mariadb.stop();
    },
  };
}
