import { z } from 'zod';
import { Fault } from '../../core/faults.ts';
import { groups, isGroup } from '../../core/groups.ts';
import { faultHeader } from '../../core/sandbox-headers.ts';
import { sources } from '../../sources/index.ts';
import { allowsHost } from '../../sources/kernel/http/address-guard.ts';
import { changing } from '../../sources/kernel/http/group-transports.ts';
import type { Transport, UpstreamRequest } from '../../sources/kernel/http/transport.ts';

/** A fault that a request names for itself. */
export interface SandboxFault {
  readonly name: string;
  /** The hosts of the group that has it; undefined for all. */
  readonly hosts: readonly string[] | undefined;
}

/** Reads `X-Sandbox-Fault`: a name, and `; group=` for one group. Throws `invalid`, which lists the names. */
export function readSandboxFault(text: string, names: readonly string[]): SandboxFault {
  const [name = '', option, ...options] = text.split(';').map((part) => part.trim());
  const [key, group, ...values] = option?.split('=').map((part) => part.trim()) ?? [];
  const hasGroup = key === 'group' && group !== undefined && values.length === 0;
  if (!names.includes(name) || options.length > 0 || (option !== undefined && !hasGroup)) {
    throw new Fault('invalid', `${faultHeader} must be one of: ${names.join(', ')}.`);
  }
  if (group === undefined) return { name, hosts: undefined };
  if (!isGroup(group)) {
    throw new Fault('invalid', `The group in ${faultHeader} must be one of: ${groups.join(', ')}.`);
  }
  return { name, hosts: sources.filter((of) => of.group === group).flatMap(({ hosts }) => hosts) };
}

const FaultList = z.object({ named: z.array(z.object({ name: z.string() })) });

/** The names of the faults of the sandbox at an origin. Rejects when it does not respond. */
export async function faultNames(origin: string): Promise<readonly string[]> {
  const response = await fetch(`${origin}/__faults`);
  return FaultList.parse(await response.json()).named.map(({ name }) => name);
}

/** Sends requests with the header by which the sandbox applies the fault to them. Closing it closes nothing. */
export function withFault(transport: Transport, { name, hosts }: SandboxFault): Transport {
  const marked = (request: UpstreamRequest): UpstreamRequest => {
    const hasFault = hosts === undefined || allowsHost(hosts, request.url.hostname);
    return hasFault ? { ...request, headers: { ...request.headers, [faultHeader]: name } } : request;
  };
  return { ...changing(transport, marked), close: async () => {} };
}
