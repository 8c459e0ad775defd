/**
 * The statements of a deposit of 7 micro-USD to a partner's wallet that the ledger dates in the past, as one whose commit waits
 * for a standby for long. For the superuser, in one transaction.
 * @param at SQL of the time
 */
export const postLate = (partnerId: string, at: string): string[] => [
  `INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
   VALUES ('jrn_' || repeat('z', 26), 'deposit', 'late', '${partnerId}', 2, ${at})`,
  `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)
   SELECT j.id, l.leg, CASE l.leg WHEN 1 THEN 'custody:base:usdc' ELSE a.id END, l.amount,
     CASE l.leg WHEN 2 THEN a.version + 1 END, CASE l.leg WHEN 2 THEN a.balance_micro_usd + 7 END, j.created_at
   FROM ledger.journals j JOIN ledger.accounts a ON a.id = 'wallet:' || j.partner_id
     CROSS JOIN (VALUES (1, -7), (2, 7)) l (leg, amount) WHERE j.source_id = 'late'`,
  `UPDATE ledger.accounts SET version = version + 1, balance_micro_usd = balance_micro_usd + 7
   WHERE id = 'wallet:${partnerId}'`,
];
