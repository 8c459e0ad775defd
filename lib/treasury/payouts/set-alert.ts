import type { AlertKind } from "@/lib/alerts/catalogue";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { perProcess } from "@/lib/kernel/per-process";

/**
 * How long an unchanged state is not written again. The rewrite is needed because another process may have changed the
 * alert.
 */
const REWRITE_AFTER_MS = 60_000;

const written = perProcess(
  "payoutAlerts",
  () => new Map<string, { text: string | undefined; atMs: number }>(),
);

/**
 * Opens the alert about a chain or a part of it with this text, or closes the alert when the text is undefined. The database is called
 * only after a change: polls run every second, and nearly always nothing is wrong.
 */
export async function setAlert(
  kind: AlertKind,
  subject: string,
  text: string | undefined,
): Promise<void> {
  const key = `${kind}:${subject}`;
  const last = written.get(key);
  if (last && last.text === text && performance.now() - last.atMs < REWRITE_AFTER_MS) return;
  if (text === undefined) await closeAlert({ kind, subject });
  else await openAlert({ kind, subject, text });
  written.set(key, { text, atMs: performance.now() });
}
