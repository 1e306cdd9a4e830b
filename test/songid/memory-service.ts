import { once } from 'node:events';
import { startTestApp } from '../app.ts';

/**
 * The service in a process of its own, for tests of its memory: it prints its address and its key, and for each line
 * on its standard input the most memory that it has had resident, in kilobytes. It ends with its standard input.
 */
const app = await startTestApp({ environment: { SONGID_SERVICE: 'off' }, bounds: { uploadsPerKey: 8 } });
console.log(JSON.stringify({ baseUrl: app.baseUrl, key: app.key }));
process.stdin.on('data', () => {
  console.log(JSON.stringify({ maxRssKilobytes: process.resourceUsage().maxRSS }));
});
await once(process.stdin, 'end');
await app.close();
process.exit();
