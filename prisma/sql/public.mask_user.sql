-- Removes the birth date of a deleted user, the files of disputes, and the personal data from cards, outcomes of the sandbox,
-- webhook events and their attempts, and queues the erasure of the rest. The files of a dispute that is not submitted yet are
-- left to the erasure: the issuer needs them, as it needs the explanation. The second call changes nothing. Source:
-- docs/decisions/0047-data-of-deleted-users.md, docs/erasure.md
CREATE OR REPLACE FUNCTION public.mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
  UPDATE users SET birth_date = NULL WHERE id = deleted_id AND birth_date IS NOT NULL;
  -- Issuers take the address of the cardholder as the billing address. The country stays, as it does of the user.
  UPDATE cards SET card_name = 'Deleted user', terminate_reference = NULL, billing_street = '', billing_city = '',
    billing_state = '', billing_postal_code = '' WHERE user_id = deleted_id;
  UPDATE sandbox_kyc_outcomes SET reason = NULL WHERE user_id = deleted_id AND reason IS NOT NULL;
  INSERT INTO user_erasures (user_id, partner_id, requested_at, due_at, step)
    VALUES (deleted_id, owner, now(), now(), 'cards') ON CONFLICT DO NOTHING;
  DELETE FROM dispute_files f USING card_transactions t, cards c
    WHERE t.id = f.transaction_id AND c.id = t.card_id AND c.user_id = deleted_id AND f.partner_id = owner
      -- Also false for a dispute that takes the file at this moment.
      AND (f.dispute_id IS NULL OR EXISTS (SELECT FROM card_disputes d WHERE d.id = f.dispute_id AND d.status <> 'pending'));
  masked := ARRAY(SELECT id FROM webhook_events
    WHERE partner_id = owner AND resource_id = deleted_id AND type = 'user.kyc-event' ORDER BY id);
  -- Recording an attempt locks its delivery: the attempt is either found here, or finds that the user is deleted.
  PERFORM FROM webhook_deliveries WHERE event_id = ANY (masked) ORDER BY event_id FOR UPDATE;
  UPDATE webhook_attempts SET response_body = '' WHERE partner_id = owner AND event_id = ANY (masked) AND response_body <> '';
  -- The fields stay, because the contract names them.
  UPDATE webhook_events e SET body = json_build_object(
      'event', b.body -> 'event', 'timestamp', b.body -> 'timestamp',
      'data', (SELECT json_object_agg(d.key,
          CASE WHEN d.key IN ('serviceId', 'status') THEN d.value ELSE to_json(''::text) END)
        FROM json_each(b.body -> 'data') d))::text
    FROM (SELECT id, body::json AS body FROM webhook_events WHERE id = ANY (masked)) b
    WHERE e.id = b.id;
END
$$;
