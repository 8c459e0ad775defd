/** The facts that become known while a request runs. The response and the log line use them, whatever the outcome. */
export interface Progress {
  requestId: string;
  headers: Record<string, string>;
  partnerId?: string;
  /** The API key of the request. */
  keyId?: string | undefined;
  personId?: string;
  /** The raw body, after it was read. */
  body?: Record<string, unknown>;
}
