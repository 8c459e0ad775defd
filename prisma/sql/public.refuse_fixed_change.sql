-- Trigger: refuses a change of what a row was made with.
CREATE OR REPLACE FUNCTION public.refuse_fixed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: what it was made with is fixed', TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;
