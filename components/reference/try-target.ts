import type { Parameter } from "@/lib/api/reference/reference";

/** What a request from the browser needs to know of an operation. */
export interface TryTarget {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** The example of its body, if it takes one. */
  bodyText?: string | undefined;
  /** Whose session may call it. */
  roles: readonly string[];
}
