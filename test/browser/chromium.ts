import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { useStarted } from '../suite.ts';

/** The types of playwright-core that the tests use. The module is optional, so that it is not imported. */
export interface Locator {
  click(): Promise<void>;
  count(): Promise<number>;
  fill(text: string): Promise<void>;
  inputValue(): Promise<string>;
  first(): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
  textContent(): Promise<string | null>;
  isVisible(): Promise<boolean>;
  setInputFiles(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  waitFor(options?: { state?: 'visible' | 'hidden' }): Promise<void>;
}

export interface Tab {
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  locator(selector: string, options?: { hasText?: string | RegExp }): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
  getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
  evaluate<Result>(expression: string): Promise<Result>;
  close(): Promise<void>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  waitForEvent(name: 'download'): Promise<{ suggestedFilename(): string; path(): Promise<string> }>;
  readonly keyboard: { press(keys: string): Promise<void>; insertText(text: string): Promise<void> };
}

interface Watched extends Tab {
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
}

export interface TabOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

interface Session {
  newPage(options: TabOptions): Promise<Watched>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: {
    launch(options: {
      executablePath: string;
      args: string[];
      env: Record<string, string>;
    }): Promise<Session>;
  };
}

/** A tab with the requests that it sent and the errors that it logged. */
export interface WatchedTab {
  readonly tab: Tab;
  /** The addresses of its requests. */
  readonly requests: readonly string[];
  /** Errors on its console, among them violations of the content security policy, and uncaught exceptions. */
  readonly errors: readonly string[];
}

export interface Chromium {
  /** A tab, which is closed at the end of the test. */
  open(options?: TabOptions): Promise<WatchedTab>;
  close(): Promise<void>;
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

const executablePath = '/usr/bin/chromium';

function findPlaywright(): Playwright | undefined {
  try {
    return createRequire(import.meta.url)('playwright-core') as Playwright;
  } catch {
    return undefined;
  }
}

const playwright = findPlaywright();

/** Why no browser can be started here; undefined when one can. */
const whyNoChromium: string | undefined = !existsSync(executablePath)
  ? `${executablePath} is not installed`
  : playwright
    ? undefined
    : 'playwright-core is not installed';

/** The options of tests that need a browser, and the end of their title. */
export const inBrowser = { skip: whyNoChromium !== undefined, timeout: 90_000 };
export const inChromium = `in Chromium${whyNoChromium ? ` (skipped: ${whyNoChromium})` : ''}`;

/** A headless Chromium without background requests, with further arguments, for the tests of a `describe` block. */
export const useChromium = (further: readonly string[] = []): Chromium =>
  useStarted(() => startChromium(further));

async function startChromium(further: readonly string[] = []): Promise<Chromium> {
  if (!playwright) throw new Error(whyNoChromium);
  const home = await mkdtemp(join(tmpdir(), 'almanac-chromium-'));
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...quiet, ...further];
  const session = await playwright.chromium.launch({
    executablePath,
    args,
    env: { PATH: process.env.PATH ?? '', HOME: home },
  });
  return {
    async open(options = {}) {
      const tab = await session.newPage(options);
      onTestFinished(() => tab.close());
      const requests: string[] = [];
      const errors: string[] = [];
      tab.on('request', (request) => requests.push(request.url()));
      tab.on('pageerror', (error) => errors.push(error.message));
      tab.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      return { tab, requests, errors };
    },
    async close() {
      await session.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
