-- Trigger: removes the response of a webhook delivery that was under way when its user was deleted: it may repeat what
-- was sent.
CREATE OR REPLACE FUNCTION public.mask_late_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT resource_id FROM webhook_events WHERE id = NEW.event_id AND type = 'user.kyc-event' OFFSET 0) e
      JOIN users u ON u.id = e.resource_id WHERE u.deleted_at IS NOT NULL) THEN
    NEW.response_body := '';
  END IF;
  RETURN NEW;
END
$$;
