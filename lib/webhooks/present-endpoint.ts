import type { z } from "zod";
import { type EndpointStatus, subscribedEvent, type webhookEndpointSchema } from "./schema";
import type { EndpointRow } from "./store";

const RESUME =
  "call Resume Webhook Endpoint (POST /api/v1/partner/webhooks/endpoint/resume); none is lost";
const LOOK = "Look at what it answers: GET /api/v1/partner/webhooks/deliveries?status=failed";
const REPLAY = "repeat them with POST /api/v1/partner/webhooks/replay";
const SET = "Call Set Webhook (POST /api/v1/partner/profile/webhook) to hear of what happens";

function statusOf({ url, pausedAt, failingSince }: EndpointRow): EndpointStatus {
  if (url === null) return "not_set";
  if (pausedAt) return "paused";
  return failingSince ? "failing" : "active";
}

const events = (count: bigint) => (count === 1n ? "1 event" : `${count} events`);
const wait = (count: bigint) => `${events(count)} ${count === 1n ? "waits" : "wait"}`;

/** What is wrong and what to do, for people; undefined when all is well. */
function noticeOf(row: EndpointRow, pauseAfterMs: number): string | undefined {
  const { pending, failed, failingSince, pausedAt: stoppedAt } = row;
  const since = failingSince?.toISOString();
  switch (statusOf(row)) {
    case "not_set":
      return `No webhook URL is set: events are kept, and none is sent. ${SET}.`;
    case "paused":
      if (!failingSince)
        return `You paused your webhook endpoint at ${stoppedAt?.toISOString()}: nothing is sent to it. ${wait(pending)}. To go on, ${RESUME}.`;
      return `Your webhook endpoint is PAUSED: it took nothing since ${since}, and nothing is sent to it any more. ${wait(pending)}. Mend it, then ${RESUME}.`;
    case "failing": {
      const pausedAt = new Date((failingSince?.getTime() ?? 0) + pauseAfterMs).toISOString();
      return `Your webhook endpoint is FAILING: it took nothing since ${since}. ${wait(pending)}, and each is tried again. ${LOOK}. If it goes on, the endpoint is paused at ${pausedAt}.`;
    }
    case "active":
      return failed === 0n
        ? undefined
        : `${events(failed)} could not be delivered in the last 24 hours by all attempts. ${LOOK}, then ${REPLAY}.`;
  }
}

/** A partner's endpoint as it sees it. */
export function presentEndpoint(
  row: EndpointRow,
  pauseAfterMs: number,
): z.input<typeof webhookEndpointSchema> {
  const { url, failingSince, pausedAt, lastSuccessAt, pending, failed } = row;
  const notice = noticeOf(row, pauseAfterMs);
  return {
    webhookUrl: url,
    events: subscribedEvent.array().parse(row.events),
    status: statusOf(row),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(pausedAt && { pausedAt: pausedAt.toISOString() }),
    ...(lastSuccessAt && { lastSuccessAt: lastSuccessAt.toISOString() }),
    pending: Number(pending),
    failed24h: Number(failed),
    ...(notice && { notice }),
  };
}
