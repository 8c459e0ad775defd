-- Sets the address and the secret of a partner's webhook endpoint. The endpoint's row is locked first: of two at once
-- the second one sees the secret of the first, and replaces it.
CREATE OR REPLACE FUNCTION public.set_webhook_endpoint(partner text, new_url text, secret_id text, sealed text, at timestamptz, previous_until timestamptz)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_endpoints (partner_id, url) VALUES (partner, new_url)
    ON CONFLICT (partner_id) DO UPDATE SET url = excluded.url, failing_since = NULL, paused_at = NULL;
  UPDATE webhook_secrets SET expires_at = previous_until WHERE partner_id = partner AND expires_at IS NULL;
  INSERT INTO webhook_secrets (id, partner_id, secret_sealed, created_at) VALUES (secret_id, partner, sealed, at);
END
$$;
