import { findCheck } from "@/lib/checks/store";
import { readClockOffsetS } from "@/lib/db/read-clock";
import { isClockOffsetTolerated } from "@/lib/db/require-equal-clocks";
import { isWithin } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import type { AuditFinding } from "@/lib/ledger";
import { checkInvariants } from "./check-invariants";
import { checkRecentEntries } from "./check-recent-entries";
import { checkSealedDays } from "./check-sealed-days";

/**
 * More than a transaction can last and clocks can differ: an entry takes its time before its transaction commits, and the
 * next check reads it again.
 */
const OVERLAP_MS = 900_000;
/** The check of everything is due a little earlier, so that a job of an hour does not miss it by seconds. */
const TOLERANCE_MS = 300_000;

/**
 * The instant up to which the books were sound, by either check; undefined while the check of everything is due. Checks have the
 * time of a process and entries that of the database. A check from the future, of a clock that was ahead, or a clock that differs
 * now does not tell which entries were read: with such times new entries would be left out, and the books called sound.
 */
async function soundUntil(): Promise<Date | undefined> {
  const [full, recent, clockOffsetS] = await Promise.all([
    findCheck("invariants"),
    findCheck("recent_entries"),
    readClockOffsetS(),
  ]);
  const dueAfterMs = env().LEDGER_FULL_CHECK_HOURS * HOUR_MS - TOLERANCE_MS;
  const isRecent = (at: Date | null | undefined) => at && isWithin(dueAfterMs, at.getTime());
  if (!full?.isSound || !isRecent(full.ranAt)) return undefined;
  if (!isClockOffsetTolerated(clockOffsetS)) return undefined;
  const soundAt = isRecent(recent?.soundAt) ? recent?.soundAt : undefined;
  return soundAt && soundAt > full.ranAt ? soundAt : full.ranAt;
}

/**
 * Checks what was posted since the last sound check, and once a day or while a fault stands, everything. A fault in the new part is a
 * fault of the books, whose result people see: everything is checked at once.
 */
async function checkBooks(): Promise<AuditFinding[]> {
  const until = await soundUntil();
  if (until) {
    const recent = await checkRecentEntries(new Date(until.getTime() - OVERLAP_MS));
    if (outcomeOf(recent).broken === 0) return recent;
  }
  return checkInvariants(null);
}

/**
 * Checks the books as a background job: what is new, once a day (LEDGER_FULL_CHECK_HOURS) everything, and each time a part of the
 * sealed days. The check of everything has a sealed day that was found broken too, so that its result does not call the books sound.
 * Source: docs/decisions/0119-retention.md
 */
export async function auditLedger(): Promise<{ checked: number; broken: number }> {
  const books = await checkBooks();
  const days = await checkSealedDays();
  const isUnknown = outcomeOf(days).broken > 0 && outcomeOf(books).broken === 0;
  return outcomeOf([...(isUnknown ? await checkInvariants(null) : books), ...days]);
}

function outcomeOf(found: readonly AuditFinding[]) {
  const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
  return { checked: found.length, broken: broken.length };
}
