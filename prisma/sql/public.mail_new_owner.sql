-- Queues the e-mails to the owners of a partner when somebody becomes another owner: by an invitation (`former_role` null), a colleague
-- or single sign-on. Also to the owner who did it, whose session may be in other hands. They cannot be switched off. `actor` is
-- null for single sign-on. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.mail_new_owner(newcomer people, former_role text, actor text, at timestamptz) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT queue_mail(p, 'new_owner', NULL, jsonb_build_object('name', newcomer.name, 'email', newcomer.email, 'from', former_role,
      'by', CASE WHEN actor IS NULL THEN 'sso' WHEN a.partner_id IS NULL THEN 'operator' ELSE 'person' END,
      'byName', CASE WHEN a.partner_id IS NOT NULL THEN concat(a.name, ' (', a.email, ')') END, 'at', at), at, interval '0',
      interval '3 days')
    FROM (SELECT actor AS id) AS named LEFT JOIN people a ON a.id = named.id
    JOIN people p ON p.partner_id = newcomer.partner_id AND p.role = 'owner' AND p.id <> newcomer.id
$$;
