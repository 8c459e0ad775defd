-- Returns the legs of an operator posting as rows, amounts in micro-USD.
CREATE OR REPLACE FUNCTION public.operator_posting_legs(posting operator_postings)
  RETURNS TABLE (account text, amount bigint) LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT l.account, l.amount FROM jsonb_to_recordset(posting.legs) l (account text, amount bigint)
$$;
