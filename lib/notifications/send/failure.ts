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
/** A refusal of these commands is about this message. Others are about the connection, the login or the sender. */
const OF_MESSAGE = new Set(["RCPT TO", "DATA"]);
/**
 * A server that does not relay for us, wants a login, or blocks our address says so at the recipient, with 530 or an enhanced
 * code of policies. It would refuse every recipient. Source: RFC 4954 and RFC 3463, X.7
 */
const OF_US = /^(530\b|5\d\d[ -]5\.7\.)/;

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
  const isOfUs = command === "RCPT TO" && OF_US.test(response ?? "");
  const isOfMessage = OF_MESSAGE.has(command ?? "") && !isOfUs;
  const isFinal = responseCode !== undefined && responseCode >= PERMANENT && isOfMessage;
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
