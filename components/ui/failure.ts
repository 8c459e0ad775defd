/** The description of a failure; ApiError has this shape. */
export interface Failure {
  code: string;
  text: string;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  /** The invalid fields by name, each with its rule. */
  fields?: Readonly<Record<string, string>>;
  /** Whether the outcome is unknown. */
  isUnknown: boolean;
  /** Whether the change was made: only the page failed afterwards. */
  isDone?: boolean;
  /** What sending the request again does: it counts once, makes the change again, or changes nothing. */
  effect: "once" | "change" | "none";
}
