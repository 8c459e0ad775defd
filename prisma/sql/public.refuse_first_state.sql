-- Trigger: refuses a row that does not begin in the first status of its table.
CREATE OR REPLACE FUNCTION public.refuse_first_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% may not begin as %', TG_TABLE_NAME, NEW.status USING ERRCODE = 'PW003';
END
$$;
