import type { IncomingMessage } from "node:http";

const cutOff = () => Object.assign(new Error("aborted"), { code: "ECONNRESET" });

/**
 * The body of a message that declared its length, without the stream that the framework makes of it.
 * @throws Error with code ECONNRESET when it ended before it was whole
 */
export function readMessage(message: IncomingMessage, lengthBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (message.destroyed) return reject(cutOff());
    // What came together with its headers is here by now.
    if (message.readableLength === lengthBytes) return resolve(message.read() ?? new Uint8Array());
    const parts: Uint8Array[] = [];
    message.on("data", (part: Uint8Array) => parts.push(part));
    message.once("end", () => resolve(Buffer.concat(parts)));
    message.once("error", reject);
    message.once("close", () => reject(cutOff()));
  });
}
