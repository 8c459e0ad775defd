import { env } from "@/lib/kernel/env";

/** `smtp`: a mail server; `sandbox`: the mailbox page of staging. */
export type MailTransport = "smtp" | "sandbox";

/** Where e-mails go by the settings; undefined if none are sent. */
export function mailTransport(): MailTransport | undefined {
  const { SMTP_URL, SANDBOX_MAILBOX } = env();
  if (SMTP_URL !== undefined) return "smtp";
  return SANDBOX_MAILBOX === "on" ? "sandbox" : undefined;
}
