import type { z } from "zod";
import { chainClient } from "@/lib/chain/client";
import type { Network } from "@/lib/chain/networks";

/**
 * Thrown for an impossible response of a node: truncated, for another request, or from a chain that changed meanwhile.
 */
export class NodeReplyError extends Error {
  override readonly name = "NodeReplyError";
}

/**
 * Makes one request to the chain's node and validates the response with `schema`: nodes are outside the service, and
 * deposits are credited on the basis of their responses.
 * @throws NodeReplyError for a response that does not match the schema; viem's error without a response.
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
