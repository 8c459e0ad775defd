-- Trigger: as soon as two administrators decide, a second administrator must have confirmed this change in this
-- transaction. PW028 otherwise. Source: docs/decisions/0045-one-administrator-is-not-two.md,
-- docs/decisions/0105-a-second-administrator-for-every-loosening.md
CREATE OR REPLACE FUNCTION public.require_second_administrator() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  is_confirmed boolean;
  needed jsonb;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'partners' THEN
      needed := settings_for_two(OLD, NEW);
      is_confirmed := (NOT needed ? 'secondApprovalAboveMicroUsd' AND NOT two_administrators_needed())
        OR is_confirmed_now('partner_settings', NEW.id, jsonb_build_object('toSettings', needed))
        OR (needed - 'secondApprovalAboveMicroUsd' = '{}' AND is_confirmed_now('second_approval', NEW.id,
          jsonb_build_object('toMicroUsd', NEW.second_approval_above_micro_usd::text)));
    WHEN 'invitations' THEN
      is_confirmed := NOT two_administrators_needed() OR CASE WHEN NEW.partner_id IS NULL
        THEN is_confirmed_now('operator_invitation', NEW.email_key, jsonb_build_object('role', NEW.role, 'confirmedBy', NEW.invited_by))
        -- A partner's own people invite whom they want, and without an owner nobody of the partner can.
        ELSE EXISTS (SELECT FROM people p WHERE p.id = NEW.invited_by AND p.partner_id = NEW.partner_id)
          OR NOT EXISTS (SELECT FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL)
          OR NEW.role = 'owner' AND is_confirmed_now('partner_owner', NEW.partner_id,
            jsonb_build_object('email', NEW.email, 'confirmedBy', NEW.invited_by)) END;
    WHEN 'people' THEN
      is_confirmed := NOT two_administrators_needed() OR is_confirmed_now('operator_role', NEW.id,
        jsonb_build_object('role', NEW.role));
  END CASE;
  IF NOT is_confirmed THEN
    RAISE EXCEPTION 'a second administrator must confirm this change of %', TG_TABLE_NAME USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
END
$$;
