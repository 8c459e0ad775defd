import type { z } from "zod";
import type { Total } from "@/lib/kernel/page";
import { type EndpointStatus, subscribedEvent, type webhookEndpointSchema } from "./schema";
import type { EndpointRow } from "./store";

const RESUME =
  "call Resume Webhook Endpoint (POST /api/v1/partner/webhooks/endpoint/resume). No events are lost";
const LOOK = "Check its responses: GET /api/v1/partner/webhooks/deliveries?status=failed";
const REPLAY =
  "replay them with POST /api/v1/partner/webhooks/replay. Its `since` is compared with the time at which an event was created, which can be days before its last attempt failed";
const SET = "Call Set Webhook (POST /api/v1/partner/profile/webhook) to receive events";

function statusOf({ url, pausedAt, failingSince }: EndpointRow): EndpointStatus {
  if (url === null) return "not_set";
  if (pausedAt) return "paused";
  return failingSince ? "failing" : "active";
}

const events = ({ total, hasMoreThanTotal }: Total) =>
  total === 1 ? "1 event" : `${total}${hasMoreThanTotal ? "+" : ""} events`;
const wait = (count: Total) => `${events(count)} ${count.total === 1 ? "is" : "are"} pending`;

/**
 * Since when no delivery has succeeded. An advance of the sandbox clock moves the start of the failures back, so that the pause
 * comes sooner, but a later success was real.
 */
function failingFrom({ failingSince, lastSuccessAt }: EndpointRow): Date | null {
  return failingSince && lastSuccessAt && lastSuccessAt > failingSince
    ? lastSuccessAt
    : failingSince;
}

/** Returns the endpoint's problem and its remedy as a text for people; undefined without a problem. */
function noticeOf(row: EndpointRow, pauseAfterMs: number): string | undefined {
  const { pending, failed, failingSince, pausedAt: stoppedAt } = row;
  const since = failingFrom(row)?.toISOString();
  switch (statusOf(row)) {
    case "not_set":
      return `No webhook URL is set. Events are saved but not sent. ${SET}.`;
    case "paused":
      if (!failingSince)
        return `You paused your webhook endpoint at ${stoppedAt?.toISOString()}. No events are sent. ${wait(pending)}. To resume, ${RESUME}.`;
      return `Your webhook endpoint is PAUSED: no delivery has succeeded since ${since}, and no events are sent. ${wait(pending)}. Fix it, then ${RESUME}.`;
    case "failing": {
      const pausedAt = new Date((failingSince?.getTime() ?? 0) + pauseAfterMs).toISOString();
      return `Your webhook endpoint is FAILING: no delivery has succeeded since ${since}. ${wait(pending)} and will be retried. ${LOOK}. Without a success, the endpoint is paused at ${pausedAt}.`;
    }
    case "active":
      return failed.total === 0
        ? undefined
        : `${events(failed)} failed in the last 24 hours after all attempts. ${LOOK}, then ${REPLAY}.`;
  }
}

/** Converts a row to the API format. */
export function presentEndpoint(
  row: EndpointRow,
  pauseAfterMs: number,
): z.input<typeof webhookEndpointSchema> {
  const { url, pausedAt, lastSuccessAt, pending, failed } = row;
  const failingSince = failingFrom(row);
  const notice = noticeOf(row, pauseAfterMs);
  return {
    webhookUrl: url,
    events: subscribedEvent.array().parse(row.events),
    status: statusOf(row),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(pausedAt && { pausedAt: pausedAt.toISOString() }),
    ...(lastSuccessAt && { lastSuccessAt: lastSuccessAt.toISOString() }),
    pending: pending.total,
    ...(pending.hasMoreThanTotal && { hasMorePending: true }),
    failed24h: failed.total,
    ...(failed.hasMoreThanTotal && { hasMoreFailed24h: true }),
    ...(notice && { notice }),
  };
}
