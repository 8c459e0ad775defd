// SQL: lock: claims due deliveries with SKIP LOCKED in one statement.

import { instantAfter } from "@/lib/db/database-clock";
import { WAITING } from "./waiting";

/**
 * Claims due deliveries for this process in one statement. Its cost grows with the number of waiting partners and of
 * free slots, not with the size of the table. It locks only the rows that it claims.
 *
 * `due_partners`: the partners with due deliveries, with the number in flight in this process. An endpoint is failing when its
 * last attempt failed. It is careful when it is failing or has never succeeded.
 * `candidates`: a few deliveries per partner, the longest due first, each with a level: the number that the partner
 * would then have in flight. A first attempt waits for the first attempts of earlier events of the same resource. The
 * index of deliveries without attempts determines the first one, so only that one can be a candidate. The query does
 * not check that all earlier ones are pending.
 * `slow`, `careful`, `admitted`, `chosen`: ordered by level, so that the partners with the fewest deliveries in flight
 * come first. Each takes no more than what is left of the share of failing endpoints, of the share of careful ones, and
 * of all slots. However many endpoints are slow, there is room for the next one.
 *
 * $1 lease id, $2 lease in ms, $3 free slots, $4 slots of failing endpoints, $5 slots of careful endpoints, $6 slots of
 * a partner, $7 deliveries in flight in this process by partner, $8 how many milliseconds later than the present replaced secrets must
 * still sign (0 unless the service's time is simulated), $9 the maximum number of secrets that sign, $10 the number of deliveries that
 * can be claimed ahead for a partner whose endpoint works.
 */
export const CLAIM_STATEMENT = `
WITH RECURSIVE ${WAITING}, busy AS MATERIALIZED (
  SELECT b.partner_id, b.in_flight::int, e.failing_since IS NOT NULL AS is_failing,
    e.failing_since IS NOT NULL OR e.last_success_at IS NULL AS is_careful
  FROM jsonb_each_text($7::jsonb) b (partner_id, in_flight) CROSS JOIN LATERAL (
    SELECT failing_since, last_success_at FROM webhook_endpoints WHERE partner_id = b.partner_id LIMIT 1) e
), due_partners AS MATERIALIZED (
  SELECT w.partner_id, coalesce(b.in_flight, 0) AS in_flight, e.failing_since IS NOT NULL AS is_failing,
    e.failing_since IS NOT NULL OR e.last_success_at IS NULL AS is_careful, count(*) OVER () AS partners
  FROM waiting w CROSS JOIN LATERAL (
    SELECT failing_since, last_success_at FROM webhook_endpoints
    WHERE partner_id = w.partner_id AND url IS NOT NULL AND paused_at IS NULL LIMIT 1) e
  LEFT JOIN busy b ON b.partner_id = w.partner_id
  WHERE w.due_at <= now()
), candidates AS (
  SELECT due.event_id, due.due_at, p.is_failing, p.is_careful,
    p.in_flight + row_number() OVER (PARTITION BY p.partner_id ORDER BY due.due_at, due.event_id) AS level
  FROM due_partners p CROSS JOIN LATERAL (
    SELECT d.event_id, d.due_at FROM webhook_deliveries d
    WHERE d.partner_id = p.partner_id AND d.status = 'pending' AND d.due_at <= now()
      AND (d.attempts > 0 OR d.sequence = (
        SELECT u.sequence FROM webhook_deliveries u
        WHERE u.partner_id = d.partner_id AND u.resource_id = d.resource_id AND u.attempts = 0
        ORDER BY u.sequence LIMIT 1))
    ORDER BY d.due_at
    LIMIT greatest(0, least(CASE WHEN p.is_failing THEN 1 WHEN p.is_careful THEN $6::int ELSE $6::int + $10::int END - p.in_flight, greatest(1, 2 * $3::int / p.partners)))
  ) due
), slow AS (
  SELECT *, row_number() OVER (PARTITION BY is_failing ORDER BY level, due_at, event_id) AS place FROM candidates
), careful AS (
  SELECT event_id, due_at, is_failing, is_careful, level,
    row_number() OVER (PARTITION BY is_careful ORDER BY level, is_failing, due_at, event_id) AS place
  FROM slow WHERE NOT is_failing
    OR level + place <= 1 + $4::int - (SELECT coalesce(sum(in_flight), 0) FROM busy WHERE is_failing)
), admitted AS (
  SELECT event_id, level, row_number() OVER (ORDER BY level, is_failing, due_at, event_id) AS place
  FROM careful WHERE NOT is_careful
    OR level + place <= 1 + $5::int - (SELECT coalesce(sum(in_flight), 0) FROM busy WHERE is_careful)
), chosen AS MATERIALIZED (
  SELECT event_id FROM admitted WHERE level + place <= 1 + $3::int
), taken AS (
  UPDATE webhook_deliveries SET due_at = now() + $2::int * interval '1 millisecond', lease_id = $1
  WHERE event_id = ANY (ARRAY(
    SELECT d.event_id FROM webhook_deliveries d
    WHERE d.event_id = ANY (ARRAY(SELECT event_id FROM chosen)) AND d.status NOT IN ('delivered', 'failed')
      AND d.due_at <= now()
    FOR UPDATE SKIP LOCKED))
  RETURNING event_id, partner_id, attempts, failures
)
SELECT (SELECT count(*)::int FROM chosen) AS "chosen", (extract(epoch FROM now()) * 1000)::float8 AS "claimedAtMs", t.event_id AS "eventId", t.partner_id AS "partnerId",
  v.type, v.body, v.sequence, v.is_test AS "isTest", t.attempts, t.failures, e.url, coalesce(s.secrets, '[]') AS secrets
FROM (SELECT) always
LEFT JOIN (taken t JOIN webhook_events v ON v.id = t.event_id
  CROSS JOIN LATERAL (SELECT url FROM webhook_endpoints WHERE partner_id = t.partner_id LIMIT 1) e
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('id', k.id, 'sealed', k.secret_sealed) ORDER BY k.expires_at DESC NULLS FIRST, k.id DESC) AS secrets
    FROM (SELECT id, secret_sealed, expires_at FROM webhook_secrets
      WHERE partner_id = t.partner_id AND (expires_at IS NULL OR expires_at > ${instantAfter("$8")})
      ORDER BY expires_at DESC NULLS FIRST, id DESC LIMIT $9) k) s) ON true`;
