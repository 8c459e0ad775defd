-- The kind under which a card transaction is summed for the overview; null for one that is not summed.
CREATE OR REPLACE FUNCTION public.card_sum_kind(category text, status text, declined_reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE category
    WHEN 'authorization' THEN CASE status WHEN 'declined' THEN 'declined:' || declined_reason WHEN 'reversed' THEN 'reversed' ELSE 'spend' END
    WHEN 'cross_border_fee' THEN 'fee'
    WHEN 'refund' THEN 'refund'
  END
$$;
