import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const visit = (path: string, headers: Record<string, string> = browser) =>
  fetch(app.baseUrl + path, { headers });

describe('GET /status', () => {
  it('is a page without data of the sources for a browser without a key', async () => {
    const response = await visit('/status');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept, Authorization, Accept-Encoding');
    expect(response.headers.get('content-security-policy')).toContain(
      "script-src 'self'; connect-src 'self'",
    );
    const page = await response.text();
    expect(page).not.toMatch(/weather|sandbox|_API_KEY/);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  it.each([
    ['a client with a key', 'application/json', true, 200],
    ['a browser with a key', browser.accept, true, 200],
    ['a client without a key', 'application/json', false, 401],
  ])('is JSON for %s', async (_, accept, hasKey, status) => {
    const headers = { accept, ...(hasKey ? { authorization: `Bearer ${app.key}` } : {}) };
    const response = await visit('/status', headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('loads a script that is valid JavaScript, and stores nothing beyond the tab', async () => {
    const page = await (await visit('/status')).text();
    const [, address] = /src="(\/assets\/status-\w+\.js)"/.exec(page)!;
    const script = await (await visit(address!)).text();
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(/localStorage|document.cookie|innerHTML/);
  });
});

describe('GET /docs', () => {
  it('needs no key, and is linked from the home page, like /status', async () => {
    expect((await visit('/docs')).status).toBe(200);
    const home = await (await visit('/')).text();
    for (const path of ['/docs', '/status', '/openapi.json']) expect(home).toContain(`href="${path}"`);
  });
});
