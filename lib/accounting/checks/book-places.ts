import { z } from "zod";
import { findCheck } from "@/lib/checks/store";
import { DAY_MS } from "@/lib/kernel/durations";
import type { AuditPlaces } from "@/lib/ledger/audit-parts";

/** The daily check compares the rows of these last days each time. */
export const NEW_DAYS = 7;

const placesSchema = z.object({
  places: z.record(
    z.string(),
    z.object({
      from: z.string().optional(),
      turnBeganAt: z.iso.datetime(),
      turnMs: z.number().optional(),
    }),
  ),
});

/** The part of the result of a daily check with which the next one begins. */
export interface BookPlaces {
  places: AuditPlaces;
}

/** Reads where the last daily check ended in each order of rows. */
export async function readBookPlaces(): Promise<AuditPlaces> {
  const stored = placesSchema.safeParse((await findCheck("book_parts"))?.result);
  return stored.success ? stored.data.places : {};
}

/**
 * How long it takes until each row of the books was compared again: the longest turn of all orders, the last one that ended or the
 * current one. Undefined before the first daily check.
 */
export async function readBooksTurnMs(at: Date): Promise<number | undefined> {
  const places = Object.values(await readBookPlaces());
  const turns = places.map(({ turnBeganAt, turnMs = 0 }) =>
    Math.max(turnMs, at.getTime() - Date.parse(turnBeganAt)),
  );
  return turns.length === 0 ? undefined : Math.max(...turns);
}

/** The same in whole days. */
export async function readBooksTurnDays(at: Date): Promise<number | undefined> {
  const turnMs = await readBooksTurnMs(at);
  return turnMs === undefined ? undefined : Math.max(1, Math.ceil(turnMs / DAY_MS));
}
