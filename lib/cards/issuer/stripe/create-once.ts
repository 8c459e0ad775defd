import { createHash, randomUUID } from "node:crypto";
import { isKeptFailure, isKeyConflict } from "@/lib/kernel/stripe/ask-stripe";

interface Creation<Params, Made> {
  /** The same for all attempts, whatever their parameters. */
  key: string;
  params: Params;
  create: (params: Params, options: { idempotencyKey: string }) => Promise<Made>;
  /** Finds what an earlier attempt has made. */
  find: () => Promise<Made | undefined>;
}

/** Whether the key of a request can no longer create the object. */
const isUsedUp = (error: unknown) => isKeyConflict(error) || isKeptFailure(error);

/**
 * Creates an object of Stripe, or returns the one that an attempt at the same time has made. For a day, Stripe keeps the
 * answer to a key, a refusal and a fault of its own too, and refuses the key for other parameters: data of the person that
 * became known since, or our id of a card, which each attempt has anew. When no object is there, the earlier attempt has made
 * none, and this one uses a key of its own. Should the earlier one be under way after all, the request that loses its commit
 * gives its card up.
 */
export async function createOnce<Params, Made>({
  key,
  params,
  create,
  find,
}: Creation<Params, Made>): Promise<Made> {
  const digest = createHash("sha256").update(JSON.stringify(params)).digest("hex");
  for (const idempotencyKey of [key, `${key}-${digest}`])
    try {
      return await create(params, { idempotencyKey });
    } catch (error) {
      if (!isUsedUp(error)) throw error;
      const made = await find();
      if (made) return made;
    }
  return create(params, { idempotencyKey: `${key}-${randomUUID()}` });
}
