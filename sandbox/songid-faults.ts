import type { NamedFault } from './kernel/faults.ts';

const group = 'songid';
const host = 'amp.shazam.com';

export const serviceFaults: readonly NamedFault[] = [
  {
    name: 'html page',
    group,
    host,
    description: 'The address of the service is dead, and a web site responds with a page.',
    body: '<!DOCTYPE html><html><head><title>Shazam</title></head><body></body></html>',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  },
  {
    name: 'empty response',
    group,
    host,
    description: 'The service throttles with an empty response of status 200.',
    body: '',
  },
];
