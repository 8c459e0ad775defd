import { z } from "zod";
import {
  instantText,
  type MailContext,
  type MailKind,
  mailKind,
  pageUrl,
  whySent,
} from "./content";

const endpoint = z.object({ host: z.string().nullable(), failingSince: z.coerce.date() });

function endpointKind(title: string, text: string): MailKind {
  const write = ({ host, failingSince }: z.output<typeof endpoint>, context: MailContext) => ({
    ...{ subject: title, heading: title, paragraphs: [text] },
    facts: [
      ["Endpoint", host ?? "unknown"],
      ["Failing since", instantText(failingSince)],
    ] as const,
    action: { label: "View webhooks", url: pageUrl("/developers/webhooks") },
    afterwards: [whySent(context)],
  });
  return mailKind(endpoint, write, "webhooks");
}

/** Messages to a partner about its webhook endpoint. They name the host only: the path of a URL may contain a secret. */
export const WEBHOOK_KINDS = {
  webhook_failing: endpointKind(
    "Your webhook endpoint is failing",
    "No delivery has succeeded for an hour. Events are kept and retried. After days without a success, the endpoint is paused.",
  ),
  webhook_paused: endpointKind(
    "Your webhook endpoint was paused",
    "No delivery has succeeded for days, so no further events are sent. Events are kept: resume the endpoint when it works again.",
  ),
};
