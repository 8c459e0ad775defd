import type { IncomingMessage } from "node:http";

const MESSAGE = Symbol.for("partnerWallet.message");
const TEXT = Symbol.for("partnerWallet.text");

/** Records that our server made this request out of a message of Node's. */
export function setMessage(request: Request, message: IncomingMessage): void {
  Object.assign(request, { [MESSAGE]: message });
}

/** Node's message behind a request that our server received; undefined for a request that a page or a test made. */
export function messageOf(request: Request): IncomingMessage | undefined {
  return (request as Request & { [MESSAGE]?: IncomingMessage })[MESSAGE];
}

/** Attaches the whole body to a Response without one: our server sends it in one write, with its length. */
export function attachText(response: Response, text: string): Response {
  return Object.assign(response, { [TEXT]: text });
}

/** The whole body that is attached to a Response; undefined if its body is a stream or absent. */
export function attachedText(response: Response): string | undefined {
  return (response as Response & { [TEXT]?: string })[TEXT];
}
