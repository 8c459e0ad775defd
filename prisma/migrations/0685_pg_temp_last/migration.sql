-- These functions had an empty search path. PostgreSQL then looks up the names of types in the schema of temporary objects first,
-- also before its own. The application may make temporary objects: a domain of its own named "date", "timestamptz" or "text", with a
-- check that calls its own function, was used by the functions that run with the owner's rights. So any statement of the
-- application's login could do what the owner of the tables can, such as switch off the rules of the ledger.

ALTER FUNCTION ledger.balance_at(text, timestamptz) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.check_accounts() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.check_entries() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.check_journals() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.check_new_account() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.close_days() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.close_hours() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.close_wallet_hours() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.fees_within(text, text, text) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.lines_at(timestamptz) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.lock(text[]) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.open(jsonb) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.post(jsonb) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.seal_day(date, jsonb, jsonb) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.service_balance(text) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.version_at(text, timestamptz) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION public.audit_field(text) SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION public.server_activity() SET search_path = pg_catalog, pg_temp;
