// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of other files, templates among them

import { ISSUER_MUTANTS } from "./issuer-mutants";
import { SQL_MUTANTS } from "./sql-mutants";

/**
 * A text that occurs exactly once in a file of the repository, and its replacement. An edited function of prisma/sql is
 * also replaced in the database, after the last migration.
 */
export interface Edit {
  file: string;
  text: string;
  becomes: string;
}

/** A possible mistake in the code, and the test that must fail because of it. */
export interface Mutant {
  name: string;
  edits?: readonly Edit[];
  /** Run on the database after the last migration. */
  sql?: string;
  noticedBy: {
    file: string;
    /** The test's title, as in the file. */
    test: string;
    /** The row of a `test.each`: the value of the title's first placeholder. All rows are run by default. */
    row?: string;
    /** The group of a `describe.each` to run, by its title. All groups are run by default. */
    group?: string;
  };
}

/**
 * Each mutant is a mistake that the design prevents. If the suite passes in spite of a mutant, the suite is no proof
 * that the code is free of this mistake. `npm run test:mutants` runs them. Source: threat 27.
 */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "no CHECK on balances",
    sql: `ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_balance_not_negative;
      ALTER TABLE ledger.entries DROP CONSTRAINT entries_balance_after;`,
    noticedBy: {
      file: "lib/cards/races.test.ts",
      test: "Fund Card: the wallet covers nine of twenty",
    },
  },
  {
    name: "no idempotency key is claimed",
    edits: [
      {
        file: "lib/ledger/message.ts",
        text: "claims: filled(claimsOf(submissions)),",
        becomes: "claims: undefined,",
      },
    ],
    noticedBy: {
      file: "lib/http/idempotency.test.ts",
      test: "a repeated key with the same content executes once and responds by the endpoint's rule",
      group: "Fund Card",
    },
  },
  {
    name: "an idempotency key that is only looked up",
    edits: [
      {
        file: "prisma/sql/public.commit_change_set.sql",
        text: `INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_recordset(NULL::idempotency_keys, part)
      ON CONFLICT DO NOTHING;`,
        becomes: `INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_recordset(NULL::idempotency_keys, part) p
      WHERE NOT EXISTS (SELECT FROM idempotency_keys k
        WHERE k.partner_id = p.partner_id AND k.endpoint = p.endpoint AND k.key = p.key);`,
      },
    ],
    sql: "ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey;",
    noticedBy: {
      file: "lib/ledger/commit.test.ts",
      test: "the second commit with a key gets the result of the first after its commit",
    },
  },
  {
    name: "synchronous_commit = off",
    edits: [
      {
        file: "lib/db/connection-settings.ts",
        text: 'synchronous_commit: {\n    value: "on",',
        becomes: 'synchronous_commit: {\n    value: "off",',
      },
    ],
    noticedBy: {
      file: "lib/db/index.test.ts",
      test: "every connection commits synchronously, compiles nothing and starts no processes, whatever the database's settings",
    },
  },
  {
    name: "a group whose commit is uncertain is tried again",
    edits: [
      {
        file: "lib/ledger/group-commit.ts",
        text: "return code !== CANCELED && !UNCERTAIN.test(code);",
        becomes: "return code !== CANCELED;",
      },
    ],
    noticedBy: {
      file: "lib/ledger/group-commit.test.ts",
      test: "with an unknown outcome no change set without a claim is retried",
    },
  },
  {
    name: "deposits known by the log's place in its block",
    edits: [
      {
        file: "lib/deposits/credit/transfer.ts",
        text: "      ordinal,\n      blockNumber: log.blockNumber,",
        becomes: "      ordinal: Number(log.logIndex),\n      blockNumber: log.blockNumber,",
      },
    ],
    noticedBy: {
      file: "lib/deposits/watch/reorganisations.test.ts",
      test: "a transfer that a reorganization moved within its block is credited once",
    },
  },
  {
    name: "signed again when the node speaks of the nonce",
    edits: [
      {
        file: "lib/treasury/payouts/broadcast.ts",
        text: "        const { chain } = run.network;\n",
        becomes: `        const { chain } = run.network;
        const refused = transactions.find((each) => each.id === id);
        if (refused && run.keys && String(error).includes("nonce")) {
          const { parseTransaction } = await import("viem");
          const { buildTransaction } = await import("./build-transaction");
          const { storeTransactions } = await import("./store-transactions");
          const { to, data, gas } = parseTransaction(raw);
          const nonce = refused.nonce + BigInt(transactions.length);
          const { maxFeePerGasWei, maxPriorityFeePerGasWei } = refused;
          const fees = { maxFeePerGasWei, maxPriorityFeePerGasWei };
          const plan = { ...refused, nonce, call: { to, data }, gas, fees };
          await storeTransactions(run, [await buildTransaction(run, run.keys, plan)]);
        }
`,
      },
    ],
    noticedBy: {
      file: "lib/treasury/payouts/lying-node.test.ts",
      test: "%s: nothing is signed again",
      row: "calls the nonce too low",
    },
  },
  {
    name: "another authorisation each time a withdrawal is signed",
    edits: [
      {
        file: "lib/treasury/payout-nonce.ts",
        text: "keccak256(stringToHex(withdrawalId))",
        becomes: "keccak256(stringToHex(`${withdrawalId} ${performance.now()}`))",
      },
    ],
    noticedBy: {
      file: "lib/treasury/payouts/token-calls.test.ts",
      test: "depends only on its id, and is unique",
    },
  },
  {
    name: "refunded before validBefore is past",
    edits: [
      {
        file: "lib/treasury/payouts/expire.ts",
        text: 'state === "open" && validBefore <= head.timeS && validBefore + CLOCK_MARGIN_S <= nowS,',
        becomes: 'state === "open",',
      },
      {
        file: "lib/treasury/payouts/expire.ts",
        text: "    if (finalized.timeS < authorization.validBefore) continue;\n",
        becomes: "",
      },
    ],
    noticedBy: {
      file: "lib/treasury/payouts/expire.test.ts",
      test: "after hours without a block the payout is paid when blocks return",
    },
  },
  {
    name: "refunded when validBefore is past in a block that is not final",
    edits: [
      {
        file: "lib/treasury/payouts/expire.ts",
        text: 'readStateBlock(run.network, "finalized")',
        becomes: 'readStateBlock(run.network, "latest")',
      },
    ],
    noticedBy: {
      file: "lib/treasury/payouts/expire.test.ts",
      test: "expired and unused at the head is not enough for a refund, because another branch may pay",
    },
  },
  {
    name: "approved whatever its status",
    edits: [
      {
        file: "lib/backoffice/give-approval.ts",
        text: '  if (withdrawal.status !== "pending") throw new ServiceError("WITHDRAWAL_NOT_PENDING");\n',
        becomes: "",
      },
      {
        file: "lib/withdrawals/move-withdrawal.ts",
        text: "if (withdrawal.status !== transition.from) {",
        becomes: 'if (action !== "approve" && withdrawal.status !== transition.from) {',
      },
    ],
    noticedBy: {
      file: "lib/backoffice/decide-withdrawal.test.ts",
      test: "a decided or cancelled withdrawal is refused and changes nothing",
    },
  },
  {
    name: "a withdrawal is changed whatever its version",
    edits: [
      {
        file: "prisma/sql/public.commit_updates.sql",
        text: `             r.rejected_at, r.failed_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;`,
        becomes: `             r.rejected_at, r.failed_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id';`,
      },
    ],
    noticedBy: {
      file: "lib/backoffice/races.test.ts",
      test: "of two approvals, two rejections and two cancellations one wins",
    },
  },
  {
    name: "decided without the second factor",
    edits: [
      {
        file: "lib/backoffice/decide-withdrawal.ts",
        text: "  if (totp !== undefined) await requireSecondFactor(person, totp, at);\n",
        becomes: "",
      },
    ],
    noticedBy: {
      file: "lib/backoffice/decide-withdrawal.test.ts",
      test: "a wrong code changes nothing and is recorded in the audit log",
    },
  },
  {
    name: "no partner in a query",
    edits: [
      {
        file: "lib/cards/store.ts",
        text: "FROM cards c ${STATE_ACCOUNTS} WHERE c.partner_id = $1 AND c.id = $2",
        becomes: "FROM cards c ${STATE_ACCOUNTS} WHERE $1::text IS NOT NULL AND c.id = $2",
      },
    ],
    noticedBy: {
      file: "test/matrix/partners.test.ts",
      test: "refuses another partner's id, reveals and changes nothing; the owner's own request succeeds",
      group: "PATCH /api/v1/partner/card",
    },
  },
  {
    name: "a webhook's signature over what its body means",
    edits: [
      {
        file: "lib/webhooks/delivery/signature-headers.ts",
        text: '.update(body, "utf8").digest("hex")',
        becomes: '.update(JSON.stringify(JSON.parse(body)), "utf8").digest("hex")',
      },
    ],
    noticedBy: {
      file: "lib/webhooks/delivery/signature-headers.test.ts",
      test: "both signatures sign the exact text that is sent, not its parsed content: %j",
    },
  },
  {
    name: "a webhook to a name of which one address is inside",
    edits: [
      {
        file: "lib/webhooks/delivery/dial.ts",
        text: "addresses.every(isAllowed)",
        becomes: "addresses.some(isAllowed)",
      },
    ],
    noticedBy: {
      file: "lib/webhooks/delivery/post-webhook-inside.test.ts",
      test: "by a public name whose records are %s",
      row: "loopback and a public one",
    },
  },
  {
    name: "the fee waiver of a deleted user is not kept",
    edits: [
      {
        file: "lib/users/delete-user.ts",
        text: "status: user.status,",
        becomes: 'status: "approved",',
      },
    ],
    noticedBy: { file: "lib/users/fee-waiver.test.ts", test: "that was %s", row: "denied" },
  },
  {
    name: "a card's number is not bound to its row",
    edits: [
      {
        file: "lib/kernel/seal.ts",
        text: "JSON.stringify([partnerId, rowId, field, keyVersion])",
        becomes: "JSON.stringify([partnerId, field, keyVersion])",
      },
    ],
    noticedBy: {
      file: "lib/cards/get-card.test.ts",
      test: "reveals nothing after %s was replaced in the database",
    },
  },
  ...SQL_MUTANTS,
  ...ISSUER_MUTANTS,
];
