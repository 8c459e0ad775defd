import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Answer, Refused } from "./answer";

/** The stored requests with an idempotency key of a provider. */
export function rememberedAnswers() {
  const remembered = new Map<string, { request: string; answer: Answer }>();
  const keyOf = ({ method, headers }: IncomingMessage) =>
    method === "POST" ? headers["idempotency-key"]?.toString() : undefined;
  const requestOf = ({ url = "" }: IncomingMessage, text: string) =>
    createHash("sha256").update(`${url}\n${text}`).digest("hex");
  return {
    /** The answer that a request with the same key received. Refuses the key for another request. */
    find(incoming: IncomingMessage, text: string): Answer | undefined {
      const key = keyOf(incoming);
      const found = key === undefined ? undefined : remembered.get(key);
      if (found && found.request !== requestOf(incoming, text))
        throw new Refused(
          400,
          "Keys for idempotent requests can only be used with the same parameters.",
          "idempotency_error",
        );
      return found?.answer;
    },
    save(incoming: IncomingMessage, text: string, answer: Answer): void {
      const key = keyOf(incoming);
      if (key !== undefined) remembered.set(key, { request: requestOf(incoming, text), answer });
    },
    /** Forgets all keys, as providers do after a day. */
    forgetKeys(): void {
      remembered.clear();
    },
  };
}
