-- A dispute that is opened after the deletion of the user kept its explanation, because the erasure had passed the disputes.
-- Source: docs/erasure.md

-- Trigger: a dispute about a card of a deleted user is erased like those from before the deletion, also when it is opened
-- after the erasure was completed. The lock waits for a batch that has not seen the dispute, and its lease ends, so that its
-- outcome does not count. Source: docs/erasure.md
CREATE OR REPLACE FUNCTION public.erase_late_dispute() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  erased_id text;
BEGIN
  SELECT e.user_id INTO erased_id FROM user_erasures e JOIN cards c ON c.user_id = e.user_id
    WHERE c.id = NEW.card_id FOR UPDATE OF e;
  -- The steps before this one have not looked for disputes yet.
  UPDATE user_erasures SET step = 'disputes', due_at = now(), leased_until = NULL, attempts = 0, completed_at = NULL
    WHERE user_id = erased_id AND step = 'issuer';
  RETURN NULL;
END
$$;

CREATE TRIGGER erase_late_dispute AFTER INSERT ON card_disputes FOR EACH ROW EXECUTE FUNCTION erase_late_dispute();

UPDATE user_erasures e SET step = 'disputes', due_at = now(), leased_until = NULL, attempts = 0, completed_at = NULL
  WHERE e.step = 'issuer' AND EXISTS (
    SELECT FROM card_disputes d JOIN cards c ON c.id = d.card_id WHERE c.user_id = e.user_id AND d.explanation <> '');
