/** The response header that names the mode of the caller's key where that is the sandbox. */
export const modeHeader = 'X-Almanac-Mode';

/** The header by which a request names a fault of the sandbox for itself. */
export const faultHeader = 'X-Sandbox-Fault';
