-- In a migration of its own, because a payout is signed under locks of payouts and withdrawals.
CREATE CONSTRAINT TRIGGER sum_failed AFTER UPDATE OF status ON withdrawals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status <> 'failed' AND NEW.status = 'failed') EXECUTE FUNCTION sum_signed_transfer();
