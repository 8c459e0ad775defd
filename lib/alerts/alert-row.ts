import { newId } from "@/lib/kernel/ids";
import { storableText } from "@/lib/kernel/storable-text";
import type { NewAlert } from "./alert";

export interface AlertRow extends NewAlert {
  id: string;
}

/**
 * The row of an alert, for a change set (`insert.alerts`) that opens the alert together with its cause. The database dates it.
 * Texts can quote a node or a provider: one that cannot be stored would fail the caller each time, and the alert would never open.
 */
export function alertRow(alert: NewAlert): AlertRow {
  const text = storableText(alert.text);
  return { id: newId("alr"), ...alert, text };
}
