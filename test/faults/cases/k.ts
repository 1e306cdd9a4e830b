import { caseGroup } from '../harness/plan.ts';

export const k = caseGroup('K', 'Life of a process', [
  [
    'SIGTERM with 20 requests under way',
    'Readiness is 503 or the port is closed at once, all 20 end with 200 and Connection: close, exit code 0',
  ],
  ['a second SIGTERM', 'Exit code 1 at once', { isLong: true }],
  [
    'kill -9 and a restart',
    'Keys and revocations are there; limits begin anew',
    {
      isLong: true,
      corrected:
        'Limits were to survive. Without Valkey they are in memory and begin anew with a process; with Valkey they survive, as C3 and C18 show.',
    },
  ],
  [
    'kill -9 while keys are issued',
    'Every key that was printed works, no key is half there',
    { isLong: true },
  ],
  [
    'a rolling restart under load behind nginx',
    'Each of two instances is replaced in turn; no request fails',
    { needs: ['nginx'] },
  ],
  [
    'a damaged key file or a wrong variable at the start',
    'One line that names it, exit code 78 or 1, no value shown',
    { isLong: true },
  ],
  [
    'a key file that is damaged or replaced while the service runs',
    'Keys that were read stay in force and readiness says so; another file in its place is followed',
  ],
  [
    'a rejection that nothing handles, and an exception',
    'The first is logged and the process stays; the second ends it with another code than 0',
    { isLong: true },
  ],
  [
    'a folder that is read-only, and a store that another process locks',
    'Requests are served; issuing fails with a message',
    { isLong: true },
  ],
]);
