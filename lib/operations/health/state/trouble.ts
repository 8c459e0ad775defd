/** Something that needs a person: what is wrong, and what to do. */
export interface Trouble {
  /** `failed`: something does not work now; `attention`: it soon may not. */
  severity: "failed" | "attention";
  area: "database" | "providers" | "chains" | "deliveries" | "jobs" | "withdrawals";
  /** What it is about: a chain, a job, a partner; empty for the area itself. */
  subject: string;
  text: string;
  action: string;
}

/** A trouble, with its parts in the order in which they are read. */
export const trouble = (
  area: Trouble["area"],
  severity: Trouble["severity"],
  subject: string,
  text: string,
  action: string,
): Trouble => ({ area, severity, subject, text, action });
