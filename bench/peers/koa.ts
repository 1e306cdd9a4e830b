import Koa from 'koa';
import limit from 'koa-ratelimit';
import { key, reposBytes, weatherBytes } from './rest.ts';

const app = new Koa();
app.use((ctx, next) => {
  if (ctx.get('authorization') !== key) ctx.throw(401);
  return next();
});
app.use(
  limit({
    driver: 'memory',
    db: new Map(),
    duration: 60_000,
    max: 1_000_000_000,
    id: (ctx) => ctx.get('authorization'),
  }),
);
app.use(async (ctx) => {
  ctx.type = 'application/json; charset=utf-8';
  if (ctx.path === '/api/weather/current') ctx.body = await weatherBytes(String(ctx.query.city));
  else if (ctx.path === '/api/coderepo/repos') ctx.body = await reposBytes(String(ctx.query.username));
});
app.listen(Number(process.env.PORT), '127.0.0.1');
