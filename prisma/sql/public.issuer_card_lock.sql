-- Returns the advisory lock of cards at an issuer: a card is either stored or given up, whichever takes the lock first.
CREATE OR REPLACE FUNCTION public.issuer_card_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 34;
