-- Lists of a time that belong to a small partner read the rows of all partners by the primary key.

-- Returns its argument, the id of a partner. For PostgreSQL the call is so expensive that no plan makes it for each row: an index that
-- begins with the partner needs one call, and an index of the rows of all partners one for each of them. The cost stays below that from
-- which PostgreSQL compiles statements, and a function that is not parallel safe starts no processes. Source:
-- docs/decisions/0013-one-plan-per-statement.md
CREATE OR REPLACE FUNCTION public.own_rows_of(partner text) RETURNS text LANGUAGE plpgsql STABLE COST 1000000 AS $$
BEGIN
  RETURN partner;
END
$$;
