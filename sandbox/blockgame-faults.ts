import type { NamedFault } from './kernel/faults.ts';

const group = 'blockgame';
const throttled = {
  status: 429,
  body: { errors: [{ code: 0, message: 'Too many requests' }] },
};

export const serviceFaults: readonly NamedFault[] = [
  {
    name: 'throttled presence',
    group,
    host: 'presence.roblox.com',
    ...throttled,
    description: 'The service of presences throttles; the others respond.',
  },
  {
    name: 'throttled counts',
    group,
    host: 'friends.roblox.com',
    ...throttled,
    description: 'The service of friends and followers throttles; the others respond.',
  },
];
