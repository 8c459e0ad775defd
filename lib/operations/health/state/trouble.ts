/** A problem that needs a person, with the advised action. */
export interface Trouble {
  /** `failed`: something does not work now; `attention`: something may soon fail. */
  severity: "failed" | "attention";
  area: "database" | "providers" | "chains" | "deliveries" | "jobs" | "withdrawals";
  /** The chain, job or partner concerned; empty for the area itself. */
  subject: string;
  text: string;
  action: string;
}

/** Creates a trouble. */
export const trouble = (
  area: Trouble["area"],
  severity: Trouble["severity"],
  subject: string,
  text: string,
  action: string,
): Trouble => ({ area, severity, subject, text, action });
