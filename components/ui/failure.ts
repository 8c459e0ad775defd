/** The description of a failure; ApiError has this shape. */
export interface Failure {
  code: string;
  text: string;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  /** Whether the outcome is unknown. */
  isUnknown: boolean;
}
