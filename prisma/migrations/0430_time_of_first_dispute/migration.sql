-- A dispute that was opened in time and failed could not be submitted again after the time limit, because the new dispute was
-- judged by its own time. Source: docs/decisions/0070-dispute-events.md

ALTER TABLE public.card_disputes ADD COLUMN filed_at timestamptz(3);
COMMENT ON COLUMN public.card_disputes.filed_at IS 'When the cardholder complained, in a dispute that an operator opened again for a failed one; null where that is created_at.';

CREATE OR REPLACE TRIGGER fixed_terms BEFORE UPDATE ON public.card_disputes FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.card_id, OLD.transaction_id, OLD.issuer, OLD.amount_micro_usd, OLD.reason, OLD.created_at,
      OLD.filed_at)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.card_id, NEW.transaction_id, NEW.issuer, NEW.amount_micro_usd, NEW.reason,
      NEW.created_at, NEW.filed_at))
  EXECUTE FUNCTION refuse_fixed_change();
