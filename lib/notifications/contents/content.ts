import { z } from "zod";
import { env } from "@/lib/kernel/env";
import { formatUsd } from "@/lib/kernel/money";
import type { MailTopic } from "@/lib/mail/topics";

/** The content of an e-mail, without its layout. All texts are plain. */
export interface MailContent {
  /** Names no secret: mail servers and phones show subjects. */
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [label: string, value: string])[];
  action?: { label: string; url: string };
  /** Shown below the action, in small type. */
  afterwards: readonly string[];
}

/** The circumstances of a message besides its data. */
export interface MailContext {
  /** The link with a one-time token; empty for a message without one. */
  link: string;
  /** The partner of the recipient; null for operators. */
  partnerId: string | null;
  /** The recipient; null where the message is for an address alone. */
  personId: string | null;
  /** When the message began to wait. */
  queuedAt: Date;
}

/** A kind of message. */
export interface MailKind {
  /** Undefined for messages about security, which do not depend on the role. */
  topic: MailTopic | undefined;
  /** Returns undefined if the message is of no use any more. @throws ZodError if the data have another shape */
  content(data: unknown, context: MailContext): Promise<MailContent | undefined>;
}

/** Defines a kind of message by the shape of its data, its text, and the topic that a person can switch off. */
export function mailKind<Schema extends z.ZodType>(
  schema: Schema,
  write: (
    data: z.output<Schema>,
    context: MailContext,
  ) => MailContent | undefined | Promise<MailContent | undefined>,
  topic?: MailTopic,
): MailKind {
  return { topic, content: async (data, context) => write(schema.parse(data), context) };
}

/** The URL of a page of the service. */
export const pageUrl = (path: string): string => new URL(path, env().BASE_URL).href;

/** The account page of a recipient. */
export const accountUrl = ({ partnerId }: MailContext): string =>
  pageUrl(partnerId === null ? "/admin/account" : "/settings/account");

/** An instant that a message names, such as `25 November 2026, 18:46 UTC`. */
export function instantText(at: Date): string {
  const day = at.toLocaleDateString("en-GB", {
    ...{ day: "numeric", month: "long", year: "numeric" },
    timeZone: "UTC",
  });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}

/** Micro-USD as text in the data of a message. */
export const microUsd = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);

export const usdText = (amount: bigint): string => `${formatUsd(amount)} USD`;

/** The last lines of a message with a topic. */
export const whySent = (context: MailContext): string =>
  `You can switch off e-mails of this kind in your account: ${accountUrl(context)}`;

/** The last lines of a message about the security of an account. */
export const SECURITY_REASON =
  "This e-mail is about the security of your account, so it cannot be switched off.";
