-- Trigger: removes the response of a webhook delivery that was under way when its user was deleted: it may repeat what
-- was sent. The events are those whose responses mask_user and erase_user_batch remove. Source: docs/erasure.md
CREATE OR REPLACE FUNCTION public.mask_late_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT type, resource_id FROM webhook_events WHERE id = NEW.event_id
        AND type IN ('user.kyc-event', 'wallet.deposit.card-withdrawal') OFFSET 0) e
      JOIN users u ON u.id = CASE e.type WHEN 'user.kyc-event' THEN e.resource_id ELSE
        (SELECT c.user_id FROM card_transactions t JOIN cards c ON c.id = t.card_id WHERE t.id = e.resource_id) END
      WHERE u.deleted_at IS NOT NULL) THEN
    NEW.response_body := '';
  END IF;
  RETURN NEW;
END
$$;
