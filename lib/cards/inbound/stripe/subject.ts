import { z } from "zod";
import type { EventSubject } from "../port";
import { reference } from "./schema";

const named = z.object({
  card: reference.optional().catch(undefined),
  transaction: reference.optional().catch(undefined),
});

/** Returns what an object is about, also of one that cannot be read otherwise: disputes name the capture. */
export function stripeSubject(object: unknown): EventSubject {
  const { data } = named.safeParse(object);
  return { issuerCardId: data?.card, issuerTransactionId: data?.transaction };
}
