-- Returns whether this transaction confirmed an administrator's request of this kind, target and content. The content
-- may name the person who confirmed it (confirmedBy).
CREATE OR REPLACE FUNCTION public.is_confirmed_now(kind text, target text, content jsonb) RETURNS boolean LANGUAGE sql VOLATILE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM admin_requests r WHERE r.kind = $1 AND r.target_id = $2
    AND r.details || jsonb_build_object('confirmedBy', r.confirmed_by) @> $3
    AND r.confirmed_at IS NOT NULL AND r.xmin = pg_current_xact_id()::xid)
$$;
