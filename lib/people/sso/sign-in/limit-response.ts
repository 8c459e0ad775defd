import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The most that an identity provider may send in one exchange. Configurations, tokens and sets of keys are far smaller. */
export const MAX_RESPONSE_BYTES = 1_000_000;
/**
 * The most that the keys of an identity provider may take. Each key is imported, and tried on the ID token if it has the id that the
 * token names: thousands of them take seconds of a processor for each sign-in. Large providers send 20 kB.
 */
export const MAX_KEYS_BYTES = 100_000;

const OVERSIZED = "OversizedResponse";

/** An identity provider sent more than it may in one exchange. */
class OversizedResponse extends Error {
  override readonly name = OVERSIZED;
}

/**
 * Destroys the connection of one exchange once more than `maxBytes` have arrived, headers included. They are counted
 * here, because openid-client keeps a response of any length in memory. No request asks for a compressed body and nothing
 * expands one, so these bytes are all that a provider can fill our memory with.
 */
export function limitResponse(socket: Socket, maxBytes: number): void {
  let bytes = 0;
  socket.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes)
      socket.destroy(new OversizedResponse(`the response exceeds ${maxBytes} bytes`));
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
