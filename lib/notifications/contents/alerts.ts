import { z } from "zod";
import { alertDefinition } from "@/lib/alerts/catalogue";
import {
  instantText,
  type MailContent,
  type MailContext,
  mailKind,
  pageUrl,
  whySent,
} from "./content";

/** The data of a message about an alert, by e-mail or to the operator's webhook. */
const alertData = z.object({
  alertId: z.string(),
  kind: z.string(),
  subject: z.string(),
  text: z.string(),
  openedAt: z.coerce.date(),
});

function alertContent(
  { kind, subject, text, openedAt }: z.output<typeof alertData>,
  context: MailContext,
): MailContent {
  const { title, severity, remedy } = alertDefinition(kind);
  return {
    subject: `Alert: ${title}`,
    heading: title,
    paragraphs: [text, remedy],
    facts: [
      ["Severity", severity],
      ["Subject", subject],
      ["Opened", instantText(openedAt)],
    ],
    action: { label: "Open Health", url: pageUrl("/admin/health") },
    afterwards: [whySent(context)],
  };
}

/** Messages to operators about alerts. */
export const ALERT_KINDS = { alert: mailKind(alertData, alertContent, "alerts") };

/** The body of a message to the operator's webhook. @throws ZodError if the data have another shape */
export function alertBody(data: unknown): string {
  const { alertId, kind, subject, text, openedAt } = alertData.parse(data);
  const { title, severity, remedy } = alertDefinition(kind);
  return JSON.stringify({
    event: "alert.opened",
    timestamp: openedAt.toISOString(),
    data: { alertId, kind, title, severity, subject, text, remedy, url: pageUrl("/admin/health") },
  });
}
