-- Returns the settings of a partner that administrators change, as in a request of an administrator: amounts are micro-USD
-- and rates basis points, all as text.
CREATE OR REPLACE FUNCTION public.partner_settings(partner partners) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('kycFeeMicroUsd', partner.kyc_fee_micro_usd::text,
    'cardCreationFeeMicroUsd', partner.card_creation_fee_micro_usd::text,
    'fundingFeeMicroUsd', partner.funding_fee_micro_usd::text, 'fundingFeeBps', partner.funding_fee_bps::text,
    'cardWithdrawalFeeMicroUsd', partner.card_withdrawal_fee_micro_usd::text,
    'crossBorderFeeBps', partner.cross_border_fee_bps::text, 'requestsPerS', partner.requests_per_s::text,
    'requestBurst', partner.request_burst::text,
    'secondApprovalAboveMicroUsd', partner.second_approval_above_micro_usd::text)
$$;
