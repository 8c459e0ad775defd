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
  const isFinal =
    responseCode !== undefined && responseCode >= PERMANENT && OF_MESSAGE.has(command ?? "");
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
