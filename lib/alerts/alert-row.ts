import { newId } from "@/lib/kernel/ids";
import type { NewAlert } from "./alert";

export interface AlertRow extends NewAlert {
  id: string;
  openedAt: Date;
  closedAt: null;
}

/** The alert as a row, for a commit (`insert.alerts`) that opens it together with what it is about. */
export function alertRow(alert: NewAlert, at: Date): AlertRow {
  return { id: newId("alr"), ...alert, openedAt: at, closedAt: null };
}
