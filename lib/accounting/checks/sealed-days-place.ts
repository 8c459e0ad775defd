import { z } from "zod";
import { findCheck } from "@/lib/checks/store";

const placeSchema = z.object({
  /** The last day of the turn that was recomputed; null before the first one. */
  checkedDay: z.string().nullable(),
  /** The days that were broken when they were last recomputed. */
  brokenDays: z.array(z.string()),
});

/** The part of the result of a check of the sealed days with which the next check begins. */
export type SealedDaysPlace = z.infer<typeof placeSchema>;

/** Reads where the last check of the sealed days ended. */
export async function readSealedDaysPlace(): Promise<SealedDaysPlace> {
  const stored = placeSchema.safeParse((await findCheck("sealed_days"))?.result);
  return stored.success ? stored.data : { checkedDay: null, brokenDays: [] };
}
