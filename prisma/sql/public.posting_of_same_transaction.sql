-- Returns a posted operator posting that has booked one of the chain transactions of these legs in the same account, or
-- null. The letter case of a hash does not matter.
CREATE OR REPLACE FUNCTION public.posting_of_same_transaction(asked_legs jsonb, own_id text) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT o.id FROM jsonb_to_recordset(asked_legs) l (account text, reference text)
    JOIN operator_postings o ON o.status = 'posted' AND o.id IS DISTINCT FROM own_id
      AND lower(o.legs::text)::jsonb
        @> jsonb_build_array(jsonb_build_object('account', lower(l.account), 'reference', lower(l.reference)))
    WHERE l.account LIKE 'custody:%' AND l.reference IS NOT NULL
    LIMIT 1
$$;
