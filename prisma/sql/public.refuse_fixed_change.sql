-- Trigger: refuses a change of a fixed column.
CREATE OR REPLACE FUNCTION public.refuse_fixed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: a fixed column was changed', TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;
