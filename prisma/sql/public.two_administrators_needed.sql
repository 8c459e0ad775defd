-- Returns whether two administrators decide who approves, how many must, and on fees and limits: as soon as some partner's
-- withdrawals need two approvals, or two independent administrators count. The latter stays so when one of them leaves. PW003 in a
-- transaction that reads an old snapshot.
CREATE OR REPLACE FUNCTION public.two_administrators_needed() RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_read_committed();
  RETURN EXISTS (SELECT FROM partners WHERE second_approval_above_micro_usd IS NOT NULL)
    OR EXISTS (SELECT FROM two_administrators WHERE counts_from <= now());
END
$$;
