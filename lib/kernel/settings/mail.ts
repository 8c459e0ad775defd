import { z } from "zod";

/** An address, or a name and an address: `Partner wallet <no-reply@example.com>`. */
const SENDER = /^(?:[^\s@<>"]+@[^\s@<>"]+|[^<>"\r\n]+<[^\s@<>"]+@[^\s@<>"]+>)$/;
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

/** The settings of e-mail and of the operator's webhook. Part of the schema in env.ts. */
export const MAIL_SETTINGS = {
  /** The mail server: `smtps://user:password@host`, or `smtp://` for STARTTLS. Without it no e-mail is sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, message: "must be an smtps:// or smtp:// URL" })
    .optional(),
  /** The sender of all e-mails. */
  MAIL_FROM: z
    .string()
    .regex(SENDER, "must be an address, or a name and an address in angle brackets")
    .optional(),
  /** `on` stores e-mails for /sandbox/mail where no mail server is set; never in production. */
  SANDBOX_MAILBOX: z.enum(["on", "off"]).default("off"),
  /** Receives every new alert, signed with the secret. */
  OPERATOR_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_WEBHOOK_SECRET: z
    .string()
    .regex(WEBHOOK_SECRET, "must be whsec_ and at least 24 bytes in base64")
    .optional(),
};

/** Settings of which each needs the other one. */
const PAIRS = [
  ["SMTP_URL", "MAIL_FROM"],
  ["OPERATOR_WEBHOOK_URL", "OPERATOR_WEBHOOK_SECRET"],
] as const;

type Given = Partial<Record<string, unknown>>;

/** The rules over several settings of e-mail. */
export function mailSettingFaults(given: Given): { name: string; message: string }[] {
  const incomplete = PAIRS.flatMap((pair) => {
    const missing = pair.find((name) => given[name] === undefined);
    const present = pair.find((name) => given[name] !== undefined);
    return missing && present ? [{ name: missing, message: `must be set, as ${present} is` }] : [];
  });
  const isOpen = given.SERVICE_ENVIRONMENT === "production" && given.SANDBOX_MAILBOX === "on";
  const mailbox = { name: "SANDBOX_MAILBOX", message: "must be off in production" };
  return isOpen ? [...incomplete, mailbox] : incomplete;
}
