-- Trigger: a new dispute takes the files that it names. A file belongs to one dispute, and is free again after a withdrawn or
-- failed one. PW001 when a file was removed or taken meanwhile, so that the decision is made again.
-- Source: docs/decisions/0083-dispute-files.md
CREATE OR REPLACE FUNCTION public.attach_dispute_files() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  wanted text[] := ARRAY(SELECT jsonb_array_elements_text(NEW.facts -> 'evidenceFileIds'));
  taken integer;
BEGIN
  UPDATE dispute_files f SET dispute_id = NEW.id, issuer_file_id = NULL
    WHERE f.id = ANY (wanted) AND f.transaction_id = NEW.transaction_id AND f.partner_id = NEW.partner_id
      AND (f.dispute_id IS NULL OR EXISTS (
        SELECT FROM card_disputes d WHERE d.id = f.dispute_id AND d.status IN ('withdrawn', 'failed')));
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken <> cardinality(wanted) THEN
    RAISE EXCEPTION 'a file of the dispute changed' USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
