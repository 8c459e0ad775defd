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

/** Collects the troubles of one area, or of one subject in it: `failed` and `attention` add one each. */
export function troublesOf(area: Trouble["area"], subject = "") {
  const found: Trouble[] = [];
  const add = (severity: Trouble["severity"]) => (text: string, action: string) => {
    found.push({ area, severity, subject, text, action });
  };
  return { found, failed: add("failed"), attention: add("attention") };
}
