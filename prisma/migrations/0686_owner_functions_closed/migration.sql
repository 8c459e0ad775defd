-- Everybody could execute the functions of triggers that run with the owner's rights. A trigger needs no right when it fires, but the
-- application could attach them to a temporary table of its own: there count_inserted() and sum_changed_card_row() wrote the totals
-- and sums that it may only read, and a cast of a temporary type, which it also makes, ran with the owner's rights.
REVOKE EXECUTE ON FUNCTION
  public.check_admin_request(), public.check_approval(), public.check_audit_erasure(), public.check_card_correction(),
  public.check_deposit(), public.check_dispute(), public.check_found_payout(), public.check_hold(),
  public.check_listed(), public.check_listed_debit(), public.check_operator_posting(), public.check_partner_approval(),
  public.check_partner_rule(), public.check_partner_rule_change(), public.check_payout_policy(),
  public.check_posting_decision(), public.check_posting_floor(), public.check_posting_references(),
  public.check_posting_request(), public.check_refund(), public.check_refunded(), public.check_release(),
  public.check_releaser(), public.check_reversal(), public.check_salt_erasure(), public.check_screening(),
  public.check_second_approval(), public.check_state_change(), public.check_terminated_accounts(),
  public.check_terminated_card(), public.check_wallet_transactions(), public.check_withdrawal_journals(),
  public.count_deleted(), public.count_inserted(), public.count_updated(), public.erase_late_dispute(),
  public.mask_deleted_user(), public.mask_late_answer(), public.require_second_administrator(),
  public.sum_changed_card_row()
  FROM PUBLIC;

-- The role for reports, which may not take an index of deposit addresses, could take all that are left with this function: no
-- user or card would have got an address any more.
REVOKE EXECUTE ON FUNCTION public.skip_deposit_indexes(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.skip_deposit_indexes(integer) TO partner_wallet_app;
