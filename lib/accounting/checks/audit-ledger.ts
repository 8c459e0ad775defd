import { findOpenSubjects } from "@/lib/alerts/sql-store";
import type { Check } from "@/lib/checks/check";
import { findCheck } from "@/lib/checks/store";
import { readClockOffsetS } from "@/lib/db/read-clock";
import { isClockOffsetTolerated } from "@/lib/db/require-equal-clocks";
import { isWithin, now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import type { AuditFinding } from "@/lib/ledger";
import { readBooksTurnDays } from "./book-places";
import { checkBookParts } from "./check-book-parts";
import { checkInvariants } from "./check-invariants";
import { checkRecentEntries } from "./check-recent-entries";
import { checkSealedDays } from "./check-sealed-days";

/**
 * More than a transaction can last and clocks can differ: an entry takes its time before its transaction commits, and the
 * next check reads it again.
 */
const OVERLAP_MS = 900_000;
/** The daily check is due a little earlier, so that a job of an hour does not miss it by seconds. */
const TOLERANCE_MS = 300_000;

type NextCheck = "everything" | "part" | { since: Date };

/**
 * The check that is due. Everything is checked before the first part and while a fault stands. Checks have the time of a process and
 * entries that of the database. A check from the future, of a clock that was ahead, or a clock that differs now does not tell which
 * entries were read: with such times new entries would be left out, and the books called sound.
 */
async function findNextCheck(): Promise<NextCheck> {
  const [full, part, recent, clockOffsetS, alerts] = await Promise.all([
    findCheck("invariants"),
    findCheck("book_parts"),
    findCheck("recent_entries"),
    readClockOffsetS(),
    findOpenSubjects("books_broken", now()),
  ]);
  // Only a check of everything closes them, also after the process that opened one ended before it made that check.
  if (alerts.length > 0) return "everything";
  const isPast = ({ ranAt }: Check) => ranAt <= now();
  if (!full?.isSound || !isPast(full) || !isClockOffsetTolerated(clockOffsetS)) return "everything";
  if (part && !(part.isSound && isPast(part))) return "part";
  const dueAfterMs = env().LEDGER_FULL_CHECK_HOURS * HOUR_MS - TOLERANCE_MS;
  const isRecent = (at: Date) => isWithin(dueAfterMs, at.getTime());
  const daily = part && part.ranAt > full.ranAt ? part : full;
  if (!isRecent(daily.ranAt)) return "part";
  const soundAt = recent?.soundAt;
  const until = soundAt && isRecent(soundAt) && soundAt > daily.ranAt ? soundAt : daily.ranAt;
  return { since: new Date(until.getTime() - OVERLAP_MS) };
}

/**
 * Checks what was posted since the last sound check, once a day the rows of the last days and a part of the older ones, and while a
 * fault stands, everything. A fault in a part is a fault of the books, whose result people see: everything is checked at once.
 */
async function checkBooks(): Promise<AuditFinding[]> {
  const next = await findNextCheck();
  if (next !== "everything") {
    const found = await (next === "part" ? checkBookParts() : checkRecentEntries(next.since));
    if (outcomeOf(found).broken === 0) return found;
  }
  return checkInvariants(null);
}

/**
 * Checks the books as a background job: what is new, once a day (LEDGER_FULL_CHECK_HOURS) a part of all rows, and each time a part of
 * the sealed days. The check of everything has a sealed day that was found broken too, so that its result does not call the books
 * sound. Returns also how many days it takes until each row was compared. Source: docs/decisions/0130-daily-check-in-parts.md
 */
export async function auditLedger() {
  const books = await checkBooks();
  const days = await checkSealedDays();
  const isUnknown = outcomeOf(days).broken > 0 && outcomeOf(books).broken === 0;
  const outcome = outcomeOf([...(isUnknown ? await checkInvariants(null) : books), ...days]);
  const turnDays = await readBooksTurnDays(now());
  return { ...outcome, ...(turnDays !== undefined && { "days for all rows": turnDays }) };
}

function outcomeOf(found: readonly AuditFinding[]) {
  const broken = found.filter(({ brokenRows }) => brokenRows.length > 0);
  return { checked: found.length, broken: broken.length };
}
