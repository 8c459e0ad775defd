import { z } from "zod";
import type { EventSubject } from "../port";

const token = z.string().min(1).optional().catch(undefined);
const named = z.object({ card_token: token, transaction_token: token });

/** Returns what an object is about, also of one that cannot be read otherwise: disputes name the transaction. */
export function lithicSubject(object: unknown): EventSubject {
  const { data } = named.safeParse(object);
  return { issuerCardId: data?.card_token, issuerTransactionId: data?.transaction_token };
}
