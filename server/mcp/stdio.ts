import { loadExtraGroups } from '../../core/extra-groups.ts';
import { exitWithError } from '../observability/exit-with-error.ts';

/** The tools over standard input and output, for the service at ALMANAC_URL with the key in KEY, which serves EXTRA_GROUPS. */
const { ALMANAC_URL = 'http://127.0.0.1:4000', KEY, EXTRA_GROUPS } = process.env;
if (!KEY || !/^https?:/.test(ALMANAC_URL) || !URL.canParse(ALMANAC_URL)) {
  console.error(
    'KEY must be an API key, and ALMANAC_URL the address of the service, http://127.0.0.1:4000 unless given.',
  );
  process.exit(78);
}
try {
  await loadExtraGroups(EXTRA_GROUPS);
  const { serveTools } = await import('./serve-tools.ts');
  serveTools(ALMANAC_URL, KEY);
} catch (error) {
  exitWithError(error);
}
