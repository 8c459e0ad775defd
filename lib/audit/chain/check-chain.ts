import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { type CheckOutcome, runCheck } from "@/lib/checks/run-check";
import { shareCheck } from "@/lib/checks/share-check";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { insertCheckpoint } from "./store";
import { type ChainReport, verifyChain } from "./verify-chain";

const ALERT = { kind: "audit_log_broken", subject: "audit-log" } as const;

/** Records the end of a sound log, and raises the alert of one with a fault. */
async function recordReport({ end, faults }: ChainReport): Promise<void> {
  const [first] = faults;
  if (!first) {
    // This line is stored outside the database: an attacker who rewrites the chain cannot rewrite this line.
    log().info({ entries: end.entries.toString(), hash: end.hash }, "audit log verified");
    return insertCheckpoint(end, now());
  }
  const { position, entryId, text } = first;
  log().error({ position: position?.toString(), entryId, text }, "audit log modified");
  await openAlert({
    ...ALERT,
    text: `The first fault${position === null ? "" : ` is at position ${position}`}${entryId === null ? "" : ` (${entryId})`}: ${text}.`,
  });
}

async function verify(): Promise<CheckOutcome<ChainReport>> {
  const found = await verifyChain();
  await recordReport(found);
  const isSound = found.faults.length === 0;
  return {
    ...{ found, isSound, result: resultOf(found) },
    ...(isSound && { closeAlert: () => closeAlert(ALERT) }),
  };
}

/**
 * Verifies the audit log and stores the result. A fault opens an alert; a sound log closes the alert. `personId` is the
 * person who requested the check; null for the service itself. Joins a verification that is under way in this process.
 */
export function checkChain(personId: string | null): Promise<ChainReport> {
  return shareCheck("audit_log", () => runCheck("audit_log", personId, verify));
}

/** The stored form of a report, which `chainFoundSchema` parses. */
function resultOf({ end, faults }: ChainReport) {
  return {
    entries: Number(end.entries),
    hash: end.hash,
    faults: faults.map(({ position, entryId, text }) => ({
      ...(position !== null && { position: Number(position) }),
      ...(entryId !== null && { entryId }),
      text,
    })),
  };
}
