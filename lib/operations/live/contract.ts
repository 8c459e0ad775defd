import { z } from "zod";
import { contract } from "@/lib/contract/contract";

/**
 * Both endpoints return `text/event-stream`: `change`, whose data is a JSON list of kinds (lib/kernel/changes.ts), and
 * `beat`.
 */
const stream = {
  method: "GET",
  tag: "Live",
  description:
    "Server-sent events. `change` lists the kinds of objects that changed. `beat` shows that the stream is alive.",
  data: z.instanceof(Response),
  message: "Stream",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response('event: change\ndata: ["cards","wallet"]\n\n') },
} as const;

export const followPartnerContract = contract({
  ...stream,
  id: "followPartner",
  path: "/api/v1/partner/live",
  summary: "Changes for the partner",
  audience: "dashboard",
});

export const followPartnersContract = contract({
  ...stream,
  id: "followPartners",
  path: "/api/admin/live",
  summary: "Changes for all partners",
  audience: "admin",
});
