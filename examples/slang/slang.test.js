import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { startGroup } from 'almanac/group/test';
import group from './index.js';

/** Edit: the host of the upstream, and below the requests and the members of the body. */
const host = 'api.urbandictionary.com';
/** A recorded response of the upstream. */
const example = JSON.parse(readFileSync(new URL('./example.json', import.meta.url), 'utf8'));

/** The service with the group, over its sandbox. @type {import('almanac/group/test').TestedGroup} */
let app;
before(async () => {
  app = await startGroup(group);
});
afterEach(() => app.clearFaults());
after(() => app.close());

describe('GET /api/slang/define', () => {
  it('decodes the recorded response', async () => {
    await app.fault({ host, body: example });
    const { status, body } = await app.get('/api/slang/define?term=yeet');
    assert.equal(status, 200);
    assert.equal(body.length, example.list.length);
    assert.equal(body[0].definition, example.list[0].definition);
  });

  it('gives what the graph gives', async () => {
    const { status, body } = await app.get('/api/slang/define?term=yeet1');
    assert.equal(status, 200);
    const query = 'query ($term: String!) { slang { define(term: $term) { definition } } }';
    const graph = await app.graphql(query, { term: 'yeet1' });
    assert.equal(graph.body.data.slang.define[0].definition, body[0].definition);
  });

  it('names the parameter that is missing', async () => {
    const { status, body } = await app.get('/api/slang/define');
    assert.equal(status, 400);
    assert.match(body.error, /term/);
  });

  it('responds with 404 for what does not exist', async () => {
    const { status } = await app.get('/api/slang/define?term=notfound');
    assert.equal(status, 404);
  });

  it('responds with 502 while the upstream fails', async () => {
    await app.fault({ host, status: 500 });
    const { status } = await app.get('/api/slang/define?term=yeet2');
    assert.equal(status, 502);
  });

  it('refuses a key without its permission', async () => {
    const { status } = await app.getAsStranger('/api/slang/define?term=yeet1');
    assert.equal(status, 403);
  });
});
