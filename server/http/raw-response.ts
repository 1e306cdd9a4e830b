import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Node examines every header that it is given, and sends a head and a body as two pieces; of a short answer that is a
 * third of all that it takes. Until a head is sent, Node holds it as text in the field `_header`, which is no public
 * interface though it has been there from the beginning. This is the one place that reaches for it.
 */
interface HoldsHead {
  _header?: unknown;
}

/** Whether this Node holds it there; if not, answers take the ordinary way. */
const isHeadInReach = (() => {
  const response: ServerResponse & HoldsHead = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200);
  return typeof response._header === 'string' && response._header.endsWith('\r\n\r\n');
})();

export interface RawResponse {
  /** Names and values in turn. They are our own words: nobody examines them. */
  readonly headers: readonly string[];
  /** Those that others may still have a say in, or that Node draws conclusions from. */
  readonly checkedHeaders: readonly string[];
  /** Text of one character a byte (`latin1`), or the bytes. */
  readonly body: string | Buffer;
}

/** Sends an answer of status 200 with the least that Node can do; what was set on the response before is sent too. */
export function writeUnchecked(response: ServerResponse & HoldsHead, answer: RawResponse): void {
  const { headers, checkedHeaders: examined, body } = answer;
  // Headers set before may be meant by the same name, which only Node would notice.
  if (!isHeadInReach || response.getHeaderNames().length > 0) {
    response.writeHead(200, [...headers, ...examined]);
    end(response, body);
    return;
  }
  response.writeHead(200, [...examined]);
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  const head = `${(response._header as string).slice(0, -2)}${lines}\r\n`;
  if (typeof body === 'string') {
    response._header = head + body;
    response.end();
  } else {
    response._header = head;
    response.end(body);
  }
}

function end(response: ServerResponse, body: string | Buffer): void {
  if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
}
