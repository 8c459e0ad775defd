import { databaseTimeOf } from "@/lib/db/read-clock";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { linkOf } from "@/lib/mail/link-mail";
import { mailTransport } from "@/lib/mail/mail-transport";
import { topicsOf } from "@/lib/mail/topics";
import { postWebhook } from "@/lib/webhooks/delivery/post-webhook";
import { signatureHeaders } from "@/lib/webhooks/delivery/signature-headers";
import { alertBody } from "../contents/alerts";
import { MAIL_KINDS } from "../contents/catalogue";
import type { MailContent } from "../contents/content";
import { storeInMailbox } from "../mailbox/store";
import type { Message } from "../outbox/sql-store";
import { renderMail } from "../template";
import { sendBySmtp } from "./smtp";

const WEBHOOK_TIMEOUT_MS = 10_000;

async function contentOf(message: Message): Promise<MailContent | undefined> {
  const { id, kind, data, linkSealed, partnerId, personId, recipientRole, createdAt } = message;
  const known = Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind] : undefined;
  // A process of an earlier version may lease a message of a kind that only a later version knows.
  if (!known) throw new Error("this version does not know the kind of the message");
  // The role may have changed after the message was queued, and the new one may not see what the message tells.
  if (known.topic && recipientRole !== null && !topicsOf(recipientRole).includes(known.topic))
    return undefined;
  const link = linkSealed === null ? "" : linkOf(id, linkSealed);
  return known.content(data, { link, partnerId, personId, queuedAt: createdAt });
}

/** Sends an e-mail. Returns false if there is nothing left to say. */
export async function sendMail(message: Message): Promise<boolean> {
  const content = await contentOf(message);
  if (!content) return false;
  const { id, address } = message;
  const rendered = renderMail(content, env().SERVICE_ENVIRONMENT === "staging");
  const mail = { ...rendered, id, address: address ?? "" };
  if (mailTransport() === "smtp") await sendBySmtp(mail);
  else await storeInMailbox(mail, now());
  return true;
}

/** Sends an alert to the operator's webhook. @throws Error with the reason of the failure */
export async function sendToOperator({ id, data }: Message): Promise<boolean> {
  const { OPERATOR_WEBHOOK_URL: url = "", OPERATOR_WEBHOOK_SECRET: secret = "" } = env();
  const body = alertBody(data);
  // Receivers refuse a signature whose time is some minutes off.
  const timestampS = Math.floor((await databaseTimeOf(now())).getTime() / 1_000);
  const headers = signatureHeaders({ eventId: id, timestampS, body, secrets: [secret] });
  const { succeeded, error } = await postWebhook({
    url,
    body,
    headers,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
  });
  if (!succeeded) throw new Error(error ?? "no valid response");
  return true;
}
