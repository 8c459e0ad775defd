import type { z } from "zod";
import { chainClient } from "@/lib/chain/client";
import type { Network } from "@/lib/chain/networks";

/** A node answered with what cannot be so: cut off, of another request, or of a chain that changed meanwhile. */
export class NodeReplyError extends Error {
  override readonly name = "NodeReplyError";
}

/**
 * One request to the chain's node, its answer held against `schema`: nodes stand outside of the service, and money is
 * credited on what they say.
 * @throws NodeReplyError for an answer that is not of that form; what viem throws when there is none.
 */
export async function askNode<Schema extends z.ZodType>(
  network: Network,
  schema: Schema,
  method: string,
  params: readonly unknown[],
): Promise<z.output<Schema>> {
  const request = { method, params } as Parameters<ReturnType<typeof chainClient>["request"]>[0];
  const parsed = schema.safeParse(await chainClient(network).request(request));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new NodeReplyError(
    `${method} of ${network.chain} answered what is none: ${issue?.path.join(".")} ${issue?.message}`,
  );
}
