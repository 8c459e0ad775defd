import type { IncomingMessage } from "node:http";

const cutOff = () => Object.assign(new Error("aborted"), { code: "ECONNRESET" });

/**
 * Reads the body of a message with a declared length directly, without the framework's stream.
 * @throws Error with code ECONNRESET if the body is incomplete
 */
export function readMessage(message: IncomingMessage, lengthBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (message.destroyed) return reject(cutOff());
    // A body that arrived together with its headers is already buffered.
    if (message.readableLength === lengthBytes) return resolve(message.read() ?? new Uint8Array());
    const parts: Uint8Array[] = [];
    message.on("data", (part: Uint8Array) => parts.push(part));
    message.once("end", () => resolve(Buffer.concat(parts)));
    message.once("error", reject);
    message.once("close", () => reject(cutOff()));
  });
}
