/** What becomes known of a request while it runs; the answer and the log line carry it, however it ends. */
export interface Progress {
  requestId: string;
  headers: Record<string, string>;
  partnerId?: string;
  /** The key that called. */
  keyId?: string | undefined;
  personId?: string;
  /** The body as it came, once it was read. */
  body?: Record<string, unknown>;
}
