-- Trigger: requests the erasure of a deleted user's data at the identity provider, in the transaction that deletes the user.
-- Source: docs/decisions/0066-identity-providers.md
CREATE OR REPLACE FUNCTION public.request_kyc_erasure() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE kyc_applicants SET erase_due_at = now(), poll_due_at = NULL, partner_id = NEW.partner_id
    WHERE user_id = NEW.id AND erased_at IS NULL;
  RETURN NULL;
END
$$;
