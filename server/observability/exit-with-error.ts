import { GroupError } from '../../core/groups.ts';
import { ConfigError } from '../config/config-error.ts';
import { StoreDamaged } from '../keys/keys.ts';

/** EX_CONFIG of sysexits.h: a supervisor should not restart the service before its settings, groups or key store are mended. */
const configExitCode = 78;

/** Codes of a HOST or a port that this machine or user does not have. A port in use may become free, and a resolver may answer again. */
const lastingCodes: readonly unknown[] = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'];

/** Prints the message of an error that stopped the start, and exits. */
export function exitWithError(error: unknown): never {
  console.error(startMessage(error));
  const isOfOperator = [ConfigError, GroupError, StoreDamaged].some((kind) => error instanceof kind);
  const isLasting = lastingCodes.includes((error as NodeJS.ErrnoException)?.code);
  process.exit(isOfOperator || isLasting ? configExitCode : 1);
}

/** One line, also for what npm leaves out: the binding of the driver of SQLite for this platform is an optional package. */
function startMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  const binding = code === 'MODULE_NOT_FOUND' && /'(@libsql\/[^']+)'/.exec(message)?.[1];
  if (binding)
    return `The package ${binding}, which reads the key store and the songs, is missing: run "npm ci" without --omit=optional.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the process that has it, or set another PORT or METRICS_PORT.`;
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights than this user has: set another PORT or METRICS_PORT.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
    return `HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all (${code}).`;
  return error instanceof GroupError ? `EXTRA_GROUPS: ${message}` : message;
}
