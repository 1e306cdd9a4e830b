import { caseGroup } from '../harness/plan.ts';

/** A canary server on a loopback address must see no connection; a refusal is a 400 that names `url`. */
export const g = caseGroup('G', 'Addresses and files', [
  ['addresses of this machine in every spelling', 'Each of seven routes with nine spellings: 400'],
  ['metadata services', '400'],
  ['private, shared, test, tunnel and mapped ranges', '400'],
  [
    'an allowed name that resolves to a private address',
    'The live service with a resolver that answers 127.0.0.1, 10.0.0.1, ::1 and fd00::1: 502, no connection',
    {
      isLong: true,
      corrected:
        'The answers that change from public to private are tested below HTTP (`test/sources/http/address-guard.test.ts`): here the first one would be connected to. The check is made by the lookup of the connection itself.',
    },
  ],
  ['a redirect from an allowed host to this machine, or to another public host', 'Refused, no connection'],
  ['other schemes', '400 for file, ftp, gopher, data and javascript'],
  [
    'look-alikes of an allowed host',
    '400 for user names, fragments, suffixes, backslashes, tabs and other scripts',
  ],
  ['an allowed host with another port', '400'],
  ['a download of a page or of an SVG', '400'],
  ['a download of a picture of 100 MB', '400, less than 120 MB more memory'],
  ['the same through GraphQL', 'The same refusals for every address above'],
  [
    'paths of the system for identification by path',
    '400 with one message for all, existing or not; paths without the extension of sound have another one',
    {
      corrected:
        'There was to be one message. The extension is judged by the text of the path alone, so its message tells nothing of the machine.',
    },
  ],
  ['paths inside the folder that lead out of it or are no plain file', '400 with the same message'],
  ['a file that is swapped for a link under load', '200 of the file or 400, never of the target'],
  ['a file in the folder, and one of more than 10 MB', '200 and 400'],
  ['identification by path where it is not configured', '403 without the permission, 400 with it'],
  ['bodies and times of refusals', 'No resolved address; open and closed ports take the same time'],
]);
