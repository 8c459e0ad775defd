-- Sets the address and the secret of a partner's webhook endpoint, one call after the other: of two at once the second one sees
-- the secret of the first, and replaces it. Without an address it changes the secret alone, so that it does not set back the address
-- of a call just before. Returns false for a secret that is stored already: the caller lost the connection of its first attempt, and
-- repeats it. Source: docs/decisions/0128-repeat-a-lost-commit.md
CREATE OR REPLACE FUNCTION public.set_webhook_endpoint(partner text, new_url text, secret_id text, sealed text, at timestamptz, previous_until timestamptz)
  RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('set_webhook_endpoint:' || partner, 0));
  IF EXISTS (SELECT FROM webhook_secrets WHERE id = secret_id) THEN
    -- As in commit_change_set: the success must not be reported before a standby has it.
    PERFORM pg_logical_emit_message(true, 'claimed', '');
    RETURN false;
  END IF;
  IF new_url IS NOT NULL THEN
    INSERT INTO webhook_endpoints (partner_id, url) VALUES (partner, new_url)
      ON CONFLICT (partner_id) DO UPDATE SET url = excluded.url, failing_since = NULL, paused_at = NULL;
  END IF;
  UPDATE webhook_secrets SET expires_at = previous_until WHERE partner_id = partner AND expires_at IS NULL;
  INSERT INTO webhook_secrets (id, partner_id, secret_sealed, created_at) VALUES (secret_id, partner, sealed, at);
  RETURN true;
END
$$;
