/**
 * Options of a test's HTTP server. By default a server closes a connection that is idle for five seconds. When client and
 * server share one process and that process stalls, the client sends its next request on a connection that is being closed.
 */
export const KEEP_OPEN = { keepAliveTimeout: 60_000 };
