-- As an expression that is read once, here, and becomes a part of the statements that use it: a function with settings of
-- its own is called for each entry, which was four fifths of the time of a trial balance.
-- Source: docs/decisions/0023-books-at-an-instant.md
CREATE OR REPLACE FUNCTION ledger.line_of(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN account LIKE 'custody:%' THEN account ELSE split_part(account, ':', 1) END;
