-- Returns the body of an event with its `reference` emptied; the field stays, because the contract names it.
CREATE OR REPLACE FUNCTION public.masked_reference(body text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN body::jsonb -> 'data' ? 'reference' THEN json_build_object('event', body::json -> 'event',
      'timestamp', body::json -> 'timestamp', 'data', (SELECT json_object_agg(d.key,
        CASE WHEN d.key = 'reference' THEN to_json(''::text) ELSE d.value END) FROM json_each(body::json -> 'data') d))::text
    ELSE body END
$$;
