import type { Parameter } from "@/lib/api/reference/reference";

/** The data of an operation that a request from the browser needs. */
export interface TryTarget {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** The example of its body, if it takes one. */
  bodyText?: string | undefined;
  /** The roles whose sessions may call it. */
  roles: readonly string[];
}
