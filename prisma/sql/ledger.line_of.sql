-- Returns the line of the trial balance that an account belongs to: a kind of account of partners, or one account of the
-- service. It has no settings of its own, so that the planner inlines it: docs/decisions/0023-books-at-an-instant.md
CREATE OR REPLACE FUNCTION ledger.line_of(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN account LIKE 'custody:%' THEN account ELSE split_part(account, ':', 1) END;
