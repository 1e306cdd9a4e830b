import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, postgresMissing, startPostgres } from '../stores-fixture.ts';
import { cleanUpAfterEach, describeKeys } from './keys-cases.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  if (!postgresMissing) postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres?.remove());
cleanUpAfterEach();

const findPlace = async () => ({ dataDir: 'nowhere', keysUrl: await postgres.createDatabase() });
describeKeys('PostgreSQL', findPlace, postgresMissing);
