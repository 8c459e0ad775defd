import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The most that an identity provider may send in one exchange. Configurations, tokens and sets of keys are far smaller. */
export const MAX_RESPONSE_BYTES = 1_000_000;

const OVERSIZED = "OversizedResponse";

/** An identity provider sent more than `MAX_RESPONSE_BYTES`. */
class OversizedResponse extends Error {
  override readonly name = OVERSIZED;
}

/**
 * Destroys the connection of one exchange once more than `MAX_RESPONSE_BYTES` have arrived, headers included. They are counted
 * here, because openid-client keeps a response of any length in memory. No request asks for a compressed body and nothing
 * expands one, so these bytes are all that a provider can fill our memory with.
 */
export function limitResponse(socket: Socket): void {
  let bytes = 0;
  socket.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES)
      socket.destroy(new OversizedResponse("the response exceeds 1 MB"));
  });
  // The request gets the error too. Once its response is complete, nobody else listens, and the error would end the process.
  socket.on("error", () => undefined);
}

/**
 * Whether an error of an exchange is due to its limit. Errors are compared by name: the agent is shared by bundles that each
 * have a class of their own.
 */
export function isOversized(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === OVERSIZED) return true;
  // Node aborts a response that is under way without the reason, which its socket still has. openid-client adds the response.
  const { response } = error as { response?: IncomingMessage };
  return response?.socket?.errored?.name === OVERSIZED;
}
