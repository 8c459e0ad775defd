import type { Edit, Mutant } from "./mutants";

/** Returns an edit of a function's current text in prisma/sql. */
const edit = (name: string, text: string, becomes: string): Edit => ({
  file: `prisma/sql/public.${name}.sql`,
  text,
  becomes,
});

const FLIGHT = {
  file: "lib/http/revoked-in-flight.test.ts",
  test: "%s withdraws nothing, and the idempotency key is free again",
};
const SIGN_IN = "lib/identity/attempts/sign-in-locks.test.ts";
const APPROVALS = "lib/backoffice/second-approver-rules.test.ts";
const POSTINGS = "lib/ledger/posting-rules.test.ts";
const POSTING_LEGS = "lib/ledger/posting-leg-rules.test.ts";
const NOT_TWO = {
  file: POSTINGS,
  test: "%s",
  group: "two administrators count as one, and their posting is refused, when",
};
const REQUESTS = "lib/people/admin-requests/two-administrators.test.ts";
const UNCONFIRMED =
  "the amount is not raised without a request that was confirmed in that transaction";
const OTHER_CHANGE = "a confirmed request allows only its own change in its own transaction";
const BY_ONE = "one administrator can neither invite nor promote an approver";
const INVITE = "bin/invite-operator.test.ts";
const FIRST_TWO =
  "the first two administrators join by the newest links, independently; a third one cannot";
const INVITE_OWNER = "lib/backoffice/partners/invite-owner.test.ts";
const END_SSO = "lib/backoffice/partners/end-sso-requirement.test.ts";
const BY_TWO = "lib/backoffice/change-by-two.test.ts";
const OWN_APPROVALS = "lib/withdrawals/own-approvals/own-approvals.test.ts";
const SPLIT = "lib/withdrawals/own-approvals/split-withdrawals.test.ts";
const SPLIT_RULES = "lib/withdrawals/own-approvals/split-withdrawals-rules.test.ts";
const PAYOUT_LIMITS = {
  file: "lib/withdrawals/policy/create-by-policy.test.ts",
  group: "payout limits",
};
const FORMER_OWNER = "lib/withdrawals/own-approvals/former-owner.test.ts";
const OPERATORS = "lib/people/operators/operator-rules.test.ts";
const TEMPORARY = "lib/ledger/temporary-objects.test.ts";
const SUMS = "lib/activity/overview/sum-wallets.test.ts";
const CARD_SUMS = "lib/activity/overview/sum-cards.test.ts";
const UNSWEPT = "lib/treasury/sweeps/list-unswept.test.ts";
const KEPT_SUMS = "lib/treasury/books/kept-sums.test.ts";
const LOCK = "  PERFORM pg_advisory_xact_lock(operator_posting_lock());\n";

/** Mistakes in the database's rules about sessions, second administrators and operator postings. */
export const SQL_MUTANTS: readonly Mutant[] = [
  {
    name: "a commit for an API key that was revoked",
    edits: [
      edit(
        "commit_change_set",
        "AND revoked_at IS NOT NULL) THEN\n      RAISE EXCEPTION 'the API key was revoked'",
        "AND false) THEN\n      RAISE EXCEPTION 'the API key was revoked'",
      ),
    ],
    noticedBy: { ...FLIGHT, row: "a key that is revoked" },
  },
  {
    name: "a commit for a session that has ended",
    edits: [
      edit(
        "commit_change_set",
        "s.revoked_at IS NULL AND p.disabled_at IS NULL",
        "p.disabled_at IS NULL",
      ),
    ],
    noticedBy: { ...FLIGHT, row: "a session that is ended" },
  },
  {
    name: "a commit for a person who was removed",
    edits: [
      edit(
        "commit_change_set",
        "s.revoked_at IS NULL AND p.disabled_at IS NULL",
        "s.revoked_at IS NULL",
      ),
    ],
    noticedBy: { ...FLIGHT, row: "a person who is removed" },
  },
  {
    name: "a commit for a person who has another role",
    edits: [edit("commit_change_set", "WHERE p.role::text <> a.role", "WHERE false")],
    noticedBy: { ...FLIGHT, row: "a person who becomes a viewer" },
  },
  {
    name: "sign-ins are counted and never locked",
    edits: [edit("count_sign_in", "IF locked IS NOT NULL THEN", "IF false THEN")],
    noticedBy: {
      file: SIGN_IN,
      test: "at most five of many parallel sign-ins from one address are checked",
    },
  },
  {
    name: "sign-ins for one e-mail are counted beside each other",
    edits: [
      edit(
        "count_sign_in",
        "  PERFORM pg_advisory_xact_lock(hashtextextended('sign-ins of ' || email, 0));\n",
        "",
      ),
    ],
    noticedBy: { file: SIGN_IN, test: "are counted one after another over all connections" },
  },
  {
    name: "a link that recovers somebody else's account",
    sql: "ALTER TABLE invitations DROP CONSTRAINT invitations_recovery;",
    noticedBy: {
      file: "bin/recover-operator.test.ts",
      test: "the database refuses a recovery of anybody but the administrator who is the inviter",
    },
  },
  {
    name: "a code of the second factor begins two sessions",
    sql: `DROP INDEX sessions_one_per_code;
      CREATE INDEX sessions_one_per_code ON sessions (person_id, totp_step) WHERE totp_step IS NOT NULL;`,
    noticedBy: {
      file: "lib/identity/second-factor/one-session-per-code.test.ts",
      test: "in production a code begins one session, also with concurrent sign-ins, and confirms within it",
    },
  },
  {
    name: "a large withdrawal with two approvals of one line",
    edits: [edit("check_second_approval", "(needed = 2 AND NOT are_two)", "false")],
    noticedBy: { file: APPROVALS, test: "two people of one line count as one" },
  },
  {
    name: "a withdrawal that nobody approved",
    sql: "DROP TRIGGER approved_by_enough ON withdrawals;",
    noticedBy: {
      file: APPROVALS,
      test: "a withdrawal needs another approval",
    },
  },
  {
    name: "an approval of somebody who became an approver after the request",
    edits: [edit("counts_as_second", "p.role_since <= requested_at AND ", "")],
    noticedBy: {
      file: APPROVALS,
      test: "a person %s does not count",
      row: "became an approver after the request",
    },
  },
  {
    name: "an approval of somebody whose delay is not over",
    edits: [edit("counts_as_second", " AND p.approves_from <= at", "")],
    noticedBy: {
      file: APPROVALS,
      test: "a person %s does not count",
      row: "whose approvals do not count yet",
    },
  },
  {
    name: "a line that nobody belongs to but its first administrator",
    edits: [edit("line_of", "coalesce(p.sponsor_id, p.id)", "p.id")],
    noticedBy: { file: APPROVALS, test: "two people of one line count as one" },
  },
  {
    name: "a posting of two administrators of one line",
    edits: [
      edit("obstacle_as_second", "WHEN line_of(p) = line_of(other) THEN 'same_line'\n   ", ""),
    ],
    noticedBy: { ...NOT_TWO, row: "one let the other in" },
  },
  {
    name: "a posting of two administrators who are not independent",
    edits: [
      edit("check_posting_decision", "NEW.status = 'posted' AND obstacle IS NOT NULL", "false"),
    ],
    noticedBy: { ...NOT_TWO, row: "the one who confirms does not count yet" },
  },
  {
    name: "a posting by one administrator and somebody else",
    edits: [
      edit(
        "check_posting_decision",
        "given < (CASE NEW.status WHEN 'posted' THEN 2 ELSE 1 END)",
        "given < 1",
      ),
    ],
    noticedBy: { file: POSTINGS, test: "an approver cannot request, confirm or reject a posting" },
  },
  {
    name: "a posting of an expired request",
    edits: [edit("check_posting_decision", "NEW.decided_at >= NEW.expires_at", "false")],
    noticedBy: { file: POSTINGS, test: "an expired request cannot be posted" },
  },
  {
    name: "a posting that expires by the clock of the commit",
    edits: [
      edit(
        "check_posting_decision",
        "NEW.decided_at >= NEW.expires_at",
        "clock_timestamp() >= NEW.expires_at",
      ),
    ],
    noticedBy: { file: POSTINGS, test: "the time of the decision counts, not that of the commit" },
  },
  {
    name: "a posting is decided whatever its status",
    edits: [
      edit(
        "commit_updates",
        "WHERE u.id = change ->> 'id' AND u.status = 'pending';",
        "WHERE u.id = change ->> 'id';",
      ),
    ],
    noticedBy: {
      file: "lib/accounting/postings/races.test.ts",
      test: "of concurrent confirmation, rejection and cancellation one succeeds, and the balances follow it",
    },
  },
  {
    name: "two equal posting requests at once are stored",
    edits: [
      edit("check_posting_request", "IF NEW.status = 'pending' AND EXISTS", "IF false AND EXISTS"),
    ],
    noticedBy: {
      file: "lib/accounting/postings/races.test.ts",
      test: "of concurrent equal requests one is stored, and the others are refused",
    },
  },
  {
    name: "a chain transaction is booked twice",
    sql: "DROP TRIGGER one_booking_per_transaction ON operator_postings;",
    noticedBy: {
      file: POSTING_LEGS,
      test: "a chain transaction can be posted once per account, by one rule only",
    },
  },
  {
    name: "the hash of a chain transaction is compared with its letter case",
    edits: [
      edit(
        "posting_of_same_transaction",
        "'reference', lower(l.reference)",
        "'reference', l.reference",
      ),
    ],
    noticedBy: {
      file: "lib/accounting/postings/operator-postings.test.ts",
      test: "a request of a chain transaction that is booked in the account is refused, when it is requested and when it is confirmed",
    },
  },
  {
    name: "postings do not wait for each other",
    edits: [edit("check_posting_references", LOCK, ""), edit("check_posting_floor", LOCK, "")],
    noticedBy: {
      file: POSTING_LEGS,
      test: "of two concurrent postings the second one is checked after the first is committed",
    },
  },
  {
    name: "one administrator raises the amount for two",
    sql: "DROP TRIGGER loosened_by_two ON partners;",
    noticedBy: { file: REQUESTS, test: UNCONFIRMED },
  },
  {
    name: "one administrator invites an approver",
    sql: "DROP TRIGGER invited_by_two ON invitations;",
    noticedBy: { file: REQUESTS, test: BY_ONE },
  },
  {
    name: "one administrator invites another owner of a partner",
    sql: "DROP TRIGGER owner_invited_by_two ON invitations;",
    noticedBy: {
      file: INVITE_OWNER,
      test: "is not invited by the application without a confirmed request, nor with another role",
    },
  },
  {
    name: "an owner's link that one administrator made is kept until the partner has an owner",
    sql: "DROP TRIGGER ends_unconfirmed_invitations ON people;",
    noticedBy: {
      file: INVITE_OWNER,
      test: "is invited by one administrator; the other links of one end when the first owner joins",
    },
  },
  {
    name: "one administrator promotes an auditor",
    sql: "DROP TRIGGER raised_by_two ON people;",
    noticedBy: { file: REQUESTS, test: BY_ONE },
  },
  {
    name: "a request is confirmed by anybody",
    sql: "DROP TRIGGER legal_request ON admin_requests;",
    noticedBy: { file: REQUESTS, test: UNCONFIRMED },
  },
  {
    name: "a request that two confirmed works again later",
    edits: [edit("is_confirmed_now", " AND r.xmin = pg_current_xact_id()::xid", "")],
    noticedBy: { file: REQUESTS, test: OTHER_CHANGE },
  },
  {
    name: "a request that two confirmed makes any change",
    edits: [
      edit(
        "is_confirmed_now",
        "\n    AND r.details || jsonb_build_object('confirmedBy', r.confirmed_by) @> $3",
        "",
      ),
    ],
    noticedBy: { file: REQUESTS, test: OTHER_CHANGE },
  },
  {
    name: "a request that has expired is confirmed",
    edits: [edit("check_admin_request", "AND NEW.confirmed_at < NEW.expires_at ", "")],
    noticedBy: { file: REQUESTS, test: OTHER_CHANGE },
  },
  {
    name: "a request is confirmed after the amount was changed",
    edits: [
      edit(
        "confirm_admin_request",
        "\n        AND p.second_approval_above_micro_usd = (r.details ->> 'fromMicroUsd')::bigint)\n",
        ")\n",
      ),
      edit(
        "confirm_admin_request",
        "\n        AND p.second_approval_above_micro_usd = (r.details ->> 'fromMicroUsd')::bigint;",
        ";",
      ),
    ],
    noticedBy: {
      file: REQUESTS,
      test: "is not confirmed after it was cancelled, replaced or expired, or the amount changed",
    },
  },
  {
    name: "an invitation of two administrators counts as a third one's",
    edits: [
      edit("require_second_administrator", "NEW.role, 'confirmedBy', NEW.invited_by", "NEW.role"),
    ],
    noticedBy: {
      file: OPERATORS,
      test: "where two administrators decide, the inviter is the one who confirmed",
    },
  },
  {
    name: "a promoted operator counts at once",
    sql: "DROP TRIGGER date_promotion ON people;",
    noticedBy: {
      file: OPERATORS,
      test: "an operator who is added or promoted without dates counts after 24 hours",
    },
  },
  {
    name: "a new operator counts at once",
    edits: [edit("date_operator_role", "NEW.created_at + interval '24 hours'", "NEW.created_at")],
    noticedBy: {
      file: OPERATORS,
      test: "an operator who is added or promoted without dates counts after 24 hours",
    },
  },
  {
    name: "a third administrator comes in by the command",
    edits: [edit("leads_people_of", "2 > (", "3 > (")],
    noticedBy: { file: INVITE, test: FIRST_TWO },
  },
  {
    name: "an unused link of the command works again later",
    sql: "DROP TRIGGER ends_command_line_invitations ON people;",
    noticedBy: { file: INVITE, test: FIRST_TWO },
  },
  {
    name: "the application is taken for the owner of its tables",
    edits: [
      edit(
        "is_owner_of",
        "SELECT pg_has_role(current_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = tested",
        "SELECT true",
      ),
    ],
    noticedBy: { file: OPERATORS, test: "%s", row: "another sponsor" },
  },
  {
    name: "an operator without an invitation",
    sql: "DROP TRIGGER legal_new_operator ON people;",
    noticedBy: { file: OPERATORS, test: "not %s", row: "without an invitation" },
  },
  {
    name: "an invitation that gets another role",
    sql: "DROP TRIGGER fixed_terms ON invitations;",
    noticedBy: {
      file: OPERATORS,
      test: "not %s",
      row: "by an invitation that gets another role",
    },
  },
  {
    name: "one administrator changes a fee",
    edits: [edit("settings_for_two", "ELSE n.value <> o.value END", "ELSE false END")],
    noticedBy: {
      file: BY_TWO,
      test: "%s is not changed by one administrator",
      row: "kyc_fee_micro_usd",
    },
  },
  {
    name: "two administrators decide only where some withdrawals need two approvals",
    edits: [edit("two_administrators_needed", "counts_from <= now()", "false")],
    noticedBy: {
      file: BY_TWO,
      test: "decide together from the time from which both count, without any amount",
    },
  },
  {
    name: "one administrator makes a recovery link of another operator",
    edits: [edit("check_operator_invitation", "NEW.recovers <> NEW.invited_by", "false")],
    noticedBy: {
      file: "lib/people/operators/reset-operator-factor.test.ts",
      test: "the application cannot make a recovery link of somebody else without a confirmed request",
    },
  },
  {
    name: "a request ends a required single sign-on that an owner set up anew",
    edits: [edit("sso_requirement_mark", ", extract(epoch FROM connection.only_set_at)", "")],
    noticedBy: {
      file: END_SSO,
      test: "a request is stale once an owner allowed passwords and required single sign-on again",
    },
  },
  {
    name: "a request ends a required single sign-on that an owner changes at that moment",
    edits: [
      edit(
        "end_sso_requirement",
        "\n    AND sso_requirement_mark(c) = r.details ->> 'requirementMark'",
        "",
      ),
    ],
    noticedBy: {
      file: END_SSO,
      test: "a request is stale when an owner chooses who has break-glass access at that moment",
    },
  },
  {
    name: "the operator approves what waits for the partner",
    edits: [edit("check_second_approval", "IF awaits_partner(NEW.id) THEN", "IF false THEN")],
    noticedBy: {
      file: OWN_APPROVALS,
      test: "the operator's approval of a waiting withdrawal is refused",
    },
  },
  {
    name: "an owner approves the own withdrawal",
    edits: [
      edit("may_approve_own", "(person.id IS DISTINCT FROM waiting.requested_by OR", "(true OR"),
    ],
    noticedBy: {
      file: OWN_APPROVALS,
      test: "a withdrawal is not approved for its partner by who requested it, or twice",
    },
  },
  {
    name: "each withdrawal is compared with the partner's own amount alone",
    edits: [edit("check_partner_rule", "above - withdrawn_by_one(NEW.partner_id)", "above")],
    noticedBy: { file: SPLIT_RULES, test: "several of one transaction count together" },
  },
  {
    name: "concurrent withdrawals are counted beside each other",
    edits: [edit("check_partner_rule", " FOR NO KEY UPDATE;", ";")],
    noticedBy: {
      file: SPLIT_RULES,
      test: "the check sees a concurrent withdrawal also before the wallet is locked",
    },
  },
  {
    name: "a call with a withdrawal waits at the commit for an owner who sets the amount",
    edits: [
      edit("commit_change_set", "ORDER BY partner_id FOR NO KEY UPDATE;", "ORDER BY partner_id;"),
    ],
    noticedBy: {
      file: "lib/ledger/group-commit.test.ts",
      test: "a withdrawal that waits for an owner who sets the amount of its partner does not delay the others of its call",
    },
  },
  {
    name: "a withdrawal counts from when the application says",
    sql: "DROP TRIGGER date_withdrawal ON withdrawals;",
    noticedBy: { file: SPLIT_RULES, test: "the application sets no time, and changes no sum" },
  },
  {
    name: "a cancelled withdrawal counts on",
    sql: "DROP TRIGGER uncount_withdrawal ON withdrawals;",
    noticedBy: {
      file: SPLIT,
      test: "give their amount back when they are %s",
      row: "cancelled",
    },
  },
  {
    name: "a cancelled withdrawal counts towards the payout limits",
    sql: "DROP TRIGGER uncount_payout ON withdrawals;",
    noticedBy: {
      ...PAYOUT_LIMITS,
      test: "do not count withdrawals that were cancelled",
    },
  },
  {
    name: "the minute in which the period of a payout limit begins does not count",
    edits: [edit("payout_minutes", "HAVING count(*) > 0", "HAVING false")],
    noticedBy: {
      ...PAYOUT_LIMITS,
      test: "count each withdrawal until its period has passed: per $limit",
      row: "hour",
    },
  },
  {
    name: "one of two owners loosens the partner's rule",
    edits: [
      edit("check_partner_rule_change", "coalesce(OLD.next_by <> NEW.changed_by, false)", "true"),
    ],
    noticedBy: { file: OWN_APPROVALS, test: "the rule is not loosened by one of two owners" },
  },
  {
    name: "an owner who removed the other one counts as the only one",
    edits: [edit("has_other_owner", " OR o.owner_until > now() - interval '72 hours'", "")],
    noticedBy: {
      file: FORMER_OWNER,
      test: "the rule is not loosened after a removal or another role, whatever makes it",
    },
  },
  {
    name: "a replaced invitation is not counted",
    edits: [
      edit(
        "invite_person",
        "AND i.created_at > invited.created_at - interval '24 hours'",
        "AND i.revoked_at IS NULL AND i.created_at > invited.created_at - interval '24 hours'",
      ),
    ],
    noticedBy: {
      file: "lib/people/team/invitation-limits.test.ts",
      test: "are at most 100, also when they were revoked or replaced",
    },
  },
  {
    name: "the application says when somebody was an owner last",
    edits: [edit("date_former_owner", "NOT is_owner_of(TG_RELID)", "false")],
    noticedBy: { file: FORMER_OWNER, test: "no approval by the maker of the key after a removal" },
  },
  {
    name: "temporary types come before those of PostgreSQL",
    sql: "ALTER FUNCTION ledger.close_days() SET search_path = ''",
    noticedBy: {
      file: TEMPORARY,
      test: "no function with the owner's rights runs the check of a domain that the application made",
    },
  },
  {
    name: "everybody may execute a trigger function of the owner",
    sql: "GRANT EXECUTE ON FUNCTION count_inserted() TO PUBLIC",
    noticedBy: {
      file: TEMPORARY,
      test: "nobody but the owner may execute a function with the owner's rights unless it is granted",
    },
  },
  {
    name: "a posting in a transaction that reads an old snapshot",
    edits: [
      {
        file: "prisma/sql/ledger.post.sql",
        text: "current_setting('transaction_isolation') <> 'read committed'",
        becomes: "false",
      },
    ],
    noticedBy: {
      file: "lib/ledger/isolation.test.ts",
      test: "nothing is posted to a card that was terminated after the snapshot of a transaction: %s",
    },
  },
  {
    name: "a rule of two people in a transaction that reads an old snapshot",
    edits: [
      edit(
        "require_read_committed",
        "current_setting('transaction_isolation') <> 'read committed'",
        "false",
      ),
    ],
    noticedBy: {
      file: "lib/people/isolation.test.ts",
      test: "nothing is changed: %s",
    },
  },
  {
    name: "a wallet transaction that comes late is in no sum",
    sql: "DROP TRIGGER late_row_is_summed ON wallet_transactions",
    noticedBy: {
      file: SUMS,
      test: "the sums have a transaction of a process whose clock is behind, once",
    },
  },
  {
    name: "a late wallet transaction does not wait for sums that are being written",
    edits: [edit("sum_late_wallet_row", " FOR UPDATE", "")],
    noticedBy: {
      file: SUMS,
      test: "a transaction that comes late waits while sums are written, which then have it once",
    },
  },
  {
    name: "wallets are summed while an earlier transaction is open",
    edits: [
      edit("sum_wallets", "stored.horizon > pg_snapshot_xmin(pg_current_snapshot())", "false"),
    ],
    noticedBy: {
      file: SUMS,
      test: "nothing is summed while a transaction is open that began before, and may hold a row with an older id",
    },
  },
  {
    name: "cards are summed while an earlier transaction is open",
    edits: [edit("sum_cards", "stored.horizon > pg_snapshot_xmin(pg_current_snapshot())", "false")],
    noticedBy: {
      file: CARD_SUMS,
      test: "a purchase whose transaction stays open for minutes is summed after its commit",
    },
  },
  {
    name: "a late card transaction does not wait for sums that are being written",
    edits: [edit("sum_changed_card_row", " FOR UPDATE", "")],
    noticedBy: {
      file: CARD_SUMS,
      test: "a purchase that comes late waits while sums are written, which then have it once",
    },
  },
  {
    name: "a deposit that a second journal uses",
    edits: [
      edit(
        "check_deposit",
        "AND source = format('%s:%s:%s', d.chain, d.tx_hash, d.ordinal)\n",
        "\n",
      ),
    ],
    noticedBy: { file: "lib/ledger/deposit-rules.test.ts", test: "refuses $what" },
  },
  {
    name: "a deposit to an address that another one reaches first is in no balance",
    edits: [
      edit(
        "sum_unswept",
        "ON CONFLICT DO NOTHING;\n    CONTINUE WHEN FOUND;",
        "ON CONFLICT DO NOTHING;\n    CONTINUE;",
      ),
    ],
    noticedBy: {
      file: UNSWEPT,
      test: "two first deposits to an address at once are both in its balance: %s",
      row: "COMMIT",
    },
  },
  {
    name: "a payout that failed stays in the sum of its treasury",
    sql: "DROP TRIGGER sum_failed ON withdrawals",
    noticedBy: { file: KEPT_SUMS, test: "at each end of a payout" },
  },
  {
    name: "a transfer that a reorganization took back counts as carried out",
    edits: [
      edit(
        "place_transfer",
        "INSERT INTO unplaced_transfers (chain, id) VALUES (changed.chain, changed.purpose_id) ON CONFLICT DO NOTHING;",
        "NULL;",
      ),
    ],
    noticedBy: {
      file: KEPT_SUMS,
      test: "at each step of a sweep, also when a reorganization takes it back",
    },
  },
  {
    name: "a sweep that expired keeps the balance of its address",
    sql: "DROP TRIGGER sum_ended_sweep ON sweeps",
    noticedBy: {
      file: UNSWEPT,
      test: "a sweep in progress takes the balance, and gives it back when it expires",
    },
  },
];
