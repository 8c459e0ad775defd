/** What is known of something that failed; errors of calls have this shape. */
export interface Failure {
  code: string;
  text: string;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  /** Nobody knows whether it was done. */
  isUnknown: boolean;
}
