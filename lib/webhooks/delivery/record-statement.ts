// SQL: lock: records many attempts in one statement.

/**
 * Records ended attempts, one per event, in one statement: the attempts, the status of their deliveries and the health
 * of their endpoints. Rows are locked in the order of their ids. Recording an attempt twice changes nothing.
 *
 * `planned`: an attempt with its number. It is held when its delivery was neither claimed by another process nor
 * requested again meanwhile. Only then is a failure counted and the next attempt planned. A success always ends the
 * delivery.
 * `touched`: endpoints that change, if the URL is still the one that was called. A success is written at most once a
 * second, because all events of a partner share one endpoint row. A failing endpoint changes when it begins to fail,
 * and when it has failed for so long that it is paused. An endpoint that its partner paused (paused and not failing)
 * stays paused, whatever the results of attempts in flight.
 *
 * $1 attempts, $2 endpoints, $3 seconds of uninterrupted failures after which an endpoint is paused.
 */
export const RECORD_STATEMENT = `
WITH ended AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) r (id text, "eventId" text, "partnerId" text, "leaseId" text, url text,
    succeeded boolean, "statusCode" int, "responseBody" text, error text, "startedAt" timestamptz, "durationMs" int,
    "retryMs" bigint)
), locked AS MATERIALIZED (
  SELECT event_id, attempts, lease_id FROM webhook_deliveries
  WHERE event_id = ANY (ARRAY(SELECT "eventId" FROM ended)) ORDER BY event_id FOR UPDATE
), planned AS MATERIALIZED (
  SELECT r.*, l.attempts + 1 AS number, l.lease_id IS NOT DISTINCT FROM r."leaseId" AS is_held
  FROM ended r JOIN locked l ON l.event_id = r."eventId"
  WHERE (SELECT a.id FROM webhook_attempts a WHERE a.id = r.id LIMIT 1) IS NULL
), inserted AS (
  INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, status_code, response_body, error,
    started_at, duration_ms)
  SELECT id, "partnerId", "eventId", number, url, succeeded, "statusCode", "responseBody", error, "startedAt", "durationMs"
  FROM planned
), changed AS (
  UPDATE webhook_deliveries d SET
    attempts = p.number,
    failures = d.failures + CASE WHEN p.is_held AND NOT p.succeeded THEN 1 ELSE 0 END,
    status = CASE WHEN p.succeeded THEN 'delivered' WHEN p.is_held AND p."retryMs" IS NULL THEN 'failed' ELSE d.status END,
    due_at = CASE WHEN p.is_held AND NOT p.succeeded AND p."retryMs" IS NOT NULL
      THEN now() + p."retryMs" * interval '1 millisecond' ELSE d.due_at END,
    lease_id = CASE WHEN p.is_held OR p.succeeded THEN NULL ELSE d.lease_id END,
    completed_at = CASE WHEN p.succeeded AND d.status <> 'delivered' OR p.is_held AND NOT p.succeeded AND p."retryMs" IS NULL
      THEN now() ELSE d.completed_at END
  FROM planned p
  WHERE d.event_id = p."eventId" AND d.event_id = ANY (ARRAY(SELECT "eventId" FROM planned))
  RETURNING d.event_id, p."partnerId" AS partner_id, p.is_held AND NOT p.succeeded AND p."retryMs" IS NULL AS is_given_up
), touched AS MATERIALIZED (
  SELECT h."partnerId", h.succeeded, h."isFailing", e.is_pausing
  FROM (SELECT * FROM jsonb_to_recordset($2::jsonb) h ("partnerId" text, url text, succeeded boolean, "isFailing" boolean)
    ORDER BY "partnerId") h
  CROSS JOIN LATERAL (
    SELECT NOT h.succeeded AND failing_since IS NOT NULL AS is_pausing
    FROM webhook_endpoints
    WHERE partner_id = h."partnerId" AND url = h.url AND (
      h.succeeded AND (failing_since IS NOT NULL OR last_success_at IS NULL OR last_success_at < now() - interval '1 second')
      OR h."isFailing" AND (failing_since IS NULL
        OR paused_at IS NULL AND failing_since <= now() - $3::int * interval '1 second'))
    LIMIT 1 FOR UPDATE) e
), judged AS (
  UPDATE webhook_endpoints e SET
    last_success_at = CASE WHEN t.succeeded THEN now() ELSE e.last_success_at END,
    failing_since = CASE WHEN NOT t."isFailing" OR e.paused_at IS NOT NULL AND e.failing_since IS NULL THEN NULL WHEN t.succeeded THEN now() ELSE coalesce(e.failing_since, now()) END,
    paused_at = CASE WHEN t.is_pausing THEN now() WHEN NOT t."isFailing" AND e.failing_since IS NOT NULL THEN NULL ELSE e.paused_at END
  FROM touched t
  WHERE e.partner_id = t."partnerId" AND e.partner_id = ANY (ARRAY(SELECT "partnerId" FROM touched))
)
SELECT (SELECT count(*)::int FROM planned) AS attempted, (SELECT count(*)::int FROM planned WHERE succeeded) AS delivered,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('partnerId', partner_id, 'eventId', event_id)), '[]')
    FROM changed WHERE is_given_up) AS "givenUp",
  ARRAY(SELECT "partnerId" FROM touched WHERE is_pausing) AS paused`;
