import { z } from "zod";

const smtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
  message: z.string(),
});

const MAX_CHARACTERS = 300;
const PERMANENT = 500;
/**
 * A server that does not relay for us, wants a login, blocks our address or refuses the sender's says so at the recipient, with 530
 * or an enhanced code of policies or of the sender. It would refuse every recipient. Source: RFC 4954 and RFC 3463, X.7, X.1.7, X.1.8
 */
const OF_US = /^(530\b|5\d\d[ -]5\.(7\.|1\.[78]\b))/;
/**
 * After the data, a refusal is about this message only if its enhanced code says so: the recipient's address or mailbox, the
 * size, or the content. Mail services say there that they have not verified our sender address, or have paused our account.
 * Source: RFC 3463, section 3
 */
const OF_DATA = /^5\d\d[ -]5\.(1\.(?!7\b|8\b)|2\.|3\.4\b|6\.)/;

/** Whether a permanent refusal is about this message, and not about the connection, the login or the sender. */
function isOfMessage(command: string | undefined, response: string): boolean {
  if (command === "RCPT TO") return !OF_US.test(response);
  return command === "DATA" && OF_DATA.test(response);
}

export interface MailFailure {
  /** For operators, without e-mail addresses. */
  text: string;
  /** The server refused this message for good. */
  isFinal: boolean;
}

/** Reads the error of an attempt to send an e-mail. */
export function mailFailureOf(error: unknown): MailFailure {
  const parsed = smtpError.safeParse(
    error instanceof Error ? { ...error, message: error.message } : error,
  );
  if (!parsed.success) return { text: "unknown error", isFinal: false };
  const { command, responseCode, response, message, code } = parsed.data;
  const isPermanent = responseCode !== undefined && responseCode >= PERMANENT;
  const isFinal = isPermanent && isOfMessage(command, response ?? "");
  const facts = [command, response ?? [code, message].filter(Boolean).join(" ")];
  const text = facts
    .filter(Boolean)
    .join(": ")
    .split(/\s/)
    .filter((word) => word !== "")
    .map((word) => (word.includes("@") ? "<address>" : word))
    .join(" ")
    .slice(0, MAX_CHARACTERS);
  return { text, isFinal };
}
