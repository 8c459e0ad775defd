-- Updates the rows of a change set. Each update names the version or the status that it was decided on; PW001 when the
-- row has changed since.
CREATE OR REPLACE FUNCTION public.commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  target text;
  change jsonb;
BEGIN
  FOR target, change IN SELECT t.key, c.value FROM jsonb_each(changes) t, jsonb_array_elements(t.value) c LOOP
    CASE target
      WHEN 'users' THEN
        UPDATE users u SET
            (email, email_key, first_name, last_name, phone_number, account_purpose, ip_address, wallet_address,
             redirect_url, address, city, region, postal_code, status, denial_reason, kyc_session_id,
             last_card_created_at, deleted_at, version)
          = (SELECT r.email, r.email_key, r.first_name, r.last_name, r.phone_number, r.account_purpose, r.ip_address,
             r.wallet_address, r.redirect_url, r.address, r.city, r.region, r.postal_code, r.status,
             r.denial_reason, r.kyc_session_id, r.last_card_created_at, r.deleted_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'cards' THEN
        UPDATE cards u SET
            (status, terminated_at, terminate_reference, shortfall_since, version)
          = (SELECT r.status, r.terminated_at, r.terminate_reference, r.shortfall_since, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'card_transactions' THEN
        UPDATE card_transactions u SET
            (amount_micro_usd, status, held_micro_usd, refunded_micro_usd, merchant_category_code, network_reference,
             authorization_code, entry_mode, version)
          = (SELECT r.amount_micro_usd, r.status, r.held_micro_usd, r.refunded_micro_usd, r.merchant_category_code,
             r.network_reference, r.authorization_code, r.entry_mode, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'network_transactions' THEN
        UPDATE network_transactions u SET
            (held_micro_usd, captured_micro_usd, refunded_micro_usd, charged_micro_usd, fee_micro_usd, updated_at, version)
          = (SELECT r.held_micro_usd, r.captured_micro_usd, r.refunded_micro_usd, r.charged_micro_usd, r.fee_micro_usd,
             r.updated_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'card_disputes' THEN
        UPDATE card_disputes u SET
            (status, issuer_dispute_id, detail, submitted_at, decided_at, due_at, leased_until, attempts, failure, version)
          = (SELECT r.status, r.issuer_dispute_id, r.detail, r.submitted_at, r.decided_at, r.due_at, r.leased_until, r.attempts,
             r.failure, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'withdrawals' THEN
        UPDATE withdrawals u SET
            (status, tx_hash, reject_reason, failure_reason, approved_at, completed_at, cancelled_at, rejected_at,
             failed_at, version)
          = (SELECT r.status, r.tx_hash, r.reject_reason, r.failure_reason, r.approved_at, r.completed_at, r.cancelled_at,
             r.rejected_at, r.failed_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'kyc_sessions' THEN
        UPDATE kyc_sessions u SET
            (opened_at, completed_at, outcome, withdrawn_at)
          = (SELECT r.opened_at, r.completed_at, r.outcome, r.withdrawn_at
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id';
      WHEN 'chain_cursors' THEN
        UPDATE chain_cursors u SET
            (block_number, block_hash, version)
          = (SELECT r.block_number, r.block_hash, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.chain = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'partners' THEN
        -- A partner has no version column: xmin differs after every change of the row.
        UPDATE partners u SET
            (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst,
             second_approval_above_micro_usd)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst,
             r.second_approval_above_micro_usd
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.xmin::text = change ->> 'version';
      WHEN 'alerts' THEN
        UPDATE alerts u SET closed_at = (SELECT r.closed_at FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.closed_at IS NULL;
      WHEN 'operator_postings' THEN
        UPDATE operator_postings u SET
            (status, decided_by, decided_at, decision_reason)
          = (SELECT r.status, r.decided_by, r.decided_at, r.decision_reason
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.status = 'pending';
    END CASE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a row of % changed', target USING ERRCODE = 'PW001';
    END IF;
  END LOOP;
END
$$;
