-- Returns whether a person with a role may hold an API key with these scopes. lib/contract/scopes.ts has the same table.
CREATE OR REPLACE FUNCTION public.may_grant_scopes(role text, scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
  RETURN scopes <@ CASE role
    WHEN 'owner' THEN '{read,users,cards,card_data,money_out,webhooks}'::text[]
    WHEN 'developer' THEN '{read,users,cards,webhooks}'::text[]
    ELSE '{}'::text[] END;
