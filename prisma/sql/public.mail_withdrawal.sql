-- Trigger: the owners of a partner get an e-mail when a withdrawal was approved, rejected, completed or has failed.
CREATE OR REPLACE FUNCTION public.mail_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'withdrawal_' || NEW.status, 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', NEW.id,
      'amountMicroUsd', NEW.amount_micro_usd::text, 'feeMicroUsd', NEW.fee_micro_usd::text, 'toAddress', NEW.to_address,
      'txHash', NEW.tx_hash, 'reason', coalesce(NEW.reject_reason, NEW.failure_reason))),
    CASE NEW.status WHEN 'approved' THEN NEW.approved_at WHEN 'rejected' THEN NEW.rejected_at
      WHEN 'completed' THEN NEW.completed_at ELSE NEW.failed_at END, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner';
  RETURN NULL;
END
$$;
