import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { key, reposBytes, weatherBytes } from './rest.ts';

const app = new Hono();
app.use((context, next) => (context.req.header('authorization') === key ? next() : context.body(null, 401)));
const headers = { 'content-type': 'application/json; charset=utf-8' };
app.get('/api/weather/current', async (context) =>
  context.body(await weatherBytes(context.req.query('city')!), 200, headers),
);
app.get('/api/coderepo/repos', async (context) =>
  context.body(await reposBytes(context.req.query('username')!), 200, headers),
);
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
