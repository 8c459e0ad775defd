// SQL: lock: a part of the statement that claims due deliveries.

/**
 * The common table expression `waiting`: each partner with pending deliveries, and when the first of them is due. It goes through
 * the index from one partner to the next, so its cost grows with these partners and not with their deliveries.
 */
export const WAITING = `waiting AS (
  (SELECT d.partner_id, d.due_at FROM webhook_deliveries d WHERE d.status = 'pending'
   ORDER BY d.partner_id, d.due_at LIMIT 1)
  UNION ALL
  SELECT later.partner_id, later.due_at FROM waiting w CROSS JOIN LATERAL (
    SELECT d.partner_id, d.due_at FROM webhook_deliveries d WHERE d.status = 'pending' AND d.partner_id > w.partner_id
    ORDER BY d.partner_id, d.due_at LIMIT 1) later
)`;
