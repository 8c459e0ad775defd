import { newId } from "@/lib/kernel/ids";
import type { NewAlert } from "./alert";

export interface AlertRow extends NewAlert {
  id: string;
  openedAt: Date;
  closedAt: null;
}

/** The row of an alert, for a change set (`insert.alerts`) that opens the alert together with its cause. */
export function alertRow(alert: NewAlert, at: Date): AlertRow {
  return { id: newId("alr"), ...alert, openedAt: at, closedAt: null };
}
