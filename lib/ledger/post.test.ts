import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, dropConstraints, dropTriggers, post, postUnlisted } from "@/test/database/attack";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { cardAccount, FEES_ACCOUNT, holdAccount, walletAccount } from "./accounts";

const ACCOUNTS_ALLOWED = "ledger.entries allowed_entries";
const WHOLE = "ledger.journals whole_journals";
const MAX_BIGINT = "9223372036854775807";

let partner: TestPartner;
let partnerId: string;
let wallet: string;
let card: string;
let hold: string;
let foreignWallet: string;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const other = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  wallet = walletAccount(partnerId);
  card = cardAccount(cardId);
  hold = holdAccount(cardId);
  foreignWallet = walletAccount(other.partnerId);
});
afterAll(endTests);

interface Refused {
  what: string;
  code: string;
  statements: () => string[];
  /** Without these rules the statements succeed, so these rules are the ones that refuse them. */
  without: string[];
}

const funding = (...legs: [string, string | number | null][]) =>
  post({ type: "card_funding", source: "txn_a", partnerId, legs });

const POSTINGS: Refused[] = [
  {
    what: "legs that do not sum to zero",
    code: "PW003",
    statements: () => [funding([wallet, -5], [card, 7])],
    without: dropTriggers(WHOLE),
  },
  {
    what: "a single leg",
    code: "23514",
    statements: () => [funding([card, 5])],
    without: [...dropConstraints("ledger.journals journals_legs"), ...dropTriggers(WHOLE)],
  },
  {
    what: "a journal without legs",
    code: "23514",
    statements: () => [funding()],
    without: [...dropConstraints("ledger.journals journals_legs"), ...dropTriggers(WHOLE)],
  },
  {
    what: "a leg of zero",
    code: "23514",
    statements: () => [
      post({
        type: "card_withdrawal",
        source: "txn_a",
        partnerId,
        legs: [
          [card, -5],
          [wallet, 5],
          [FEES_ACCOUNT, 0],
        ],
      }),
    ],
    without: [
      ...dropConstraints("ledger.entries entries_amount"),
      ...dropTriggers(ACCOUNTS_ALLOWED),
    ],
  },
  {
    what: "one account in two legs",
    code: "PW003",
    statements: () => [funding([wallet, -10], [card, 5], [card, 5])],
    without: dropTriggers(WHOLE),
  },
  {
    what: "a direction that the type does not have",
    code: "PW003",
    statements: () => [funding([wallet, 5], [card, -5])],
    without: dropTriggers(ACCOUNTS_ALLOWED),
  },
  {
    what: "a kind of account that the type does not have",
    code: "PW003",
    statements: () => [funding([wallet, -5], [hold, 5])],
    without: dropTriggers(ACCOUNTS_ALLOWED),
  },
  {
    what: "an unknown type",
    code: "PW003",
    statements: () => [
      post({
        type: "gift",
        source: "txn_a",
        partnerId,
        legs: [
          [FEES_ACCOUNT, -5],
          [wallet, 5],
        ],
      }),
    ],
    without: dropTriggers(ACCOUNTS_ALLOWED),
  },
  {
    what: "another partner's account",
    code: "PW003",
    statements: () => [funding([foreignWallet, -5], [card, 5])],
    without: dropTriggers(ACCOUNTS_ALLOWED),
  },
  {
    what: "partners' accounts in a journal without a partner",
    code: "PW003",
    statements: () => [
      post({
        type: "card_funding",
        source: "txn_a",
        legs: [
          [wallet, -5],
          [card, 5],
        ],
      }),
    ],
    without: dropTriggers(ACCOUNTS_ALLOWED),
  },
  {
    what: "an unknown account",
    code: "PW003",
    statements: () => [funding([wallet, -5], ["card:card_nobody", 5])],
    without: dropTriggers(ACCOUNTS_ALLOWED),
  },
  {
    what: "a debit of more than the wallet's balance",
    code: "23514",
    statements: () => [funding([wallet, -1_000_000_001], [card, 1_000_000_001])],
    without: dropConstraints(
      "ledger.entries entries_balance_after",
      "ledger.accounts accounts_balance_not_negative",
    ),
  },
  {
    what: "a debit of more than the wallet's balance that the next journal gives back",
    code: "23514",
    statements: () => [
      post(
        {
          type: "card_funding",
          source: "txn_a",
          partnerId,
          legs: [
            [wallet, -1_000_000_001],
            [card, 1_000_000_001],
          ],
        },
        {
          type: "card_withdrawal",
          source: "txn_a",
          partnerId,
          legs: [
            [card, -1_000_000_001],
            [wallet, 1_000_000_001],
          ],
        },
      ),
    ],
    without: dropConstraints("ledger.entries entries_balance_after"),
  },
  {
    what: "a second journal with the same type and source",
    code: "23505",
    statements: () => [funding([wallet, -5], [card, 5]), funding([wallet, -5], [card, 5])],
    without: ["DROP INDEX ledger.journals_type_source_id_key"],
  },
  {
    what: "a second journal with the same id",
    code: "23505",
    statements: () => {
      const legs: [string, number][] = [
        [wallet, -5],
        [card, 5],
      ];
      const same = { id: "jrn_same", type: "card_funding", partnerId, legs };
      return [post({ ...same, source: "txn_a" }), postUnlisted({ ...same, source: "txn_b" })];
    },
    without: [
      ...dropConstraints(
        "wallet_transactions wallet_transactions_journal",
        "ledger.journals journals_pkey",
        "ledger.entries entries_pkey",
      ),
      ...dropTriggers(WHOLE),
    ],
  },
];

describe("ledger.post refuses", () => {
  test.each(POSTINGS)("$what", async ({ code, statements }) => {
    const attempt = statements();
    expect(await attack({ role: "app", statements: attempt })).toBe(code);
    expect(await attack({ role: "owner", statements: attempt })).toBe(code);
  });

  test.each(POSTINGS)("$what, by one rule only", async ({ statements, without }) => {
    expect(await attack({ role: "app", statements: statements(), after: without })).toBe("through");
  });

  test("without any effect, and then accepts a valid journal", async () => {
    expect(await attack({ role: "app", statements: [funding([wallet, -5], [card, 5])] })).toBe(
      "through",
    );
    const left = await sql("SELECT id FROM ledger.journals WHERE id LIKE 'jrn_attack%'");
    expect(left).toEqual([]);
  });
});

describe("amounts must be integers of micro-USD in the range of bigint", () => {
  test.each([
    ["a fraction", "0.5", "22P02"],
    ["an exponent", "1e3", "22P02"],
    ["an integer with a decimal point", "5.0", "22P02"],
    ["a word", "NaN", "22P02"],
    ["null", null, "23502"],
    ["one more than the maximum", "9223372036854775808", "22003"],
  ])("%s: %s", async (_, amount, code) => {
    const negative = amount === null ? null : `-${amount}`;
    const statements = [funding([wallet, negative], [card, amount])];
    expect(await attack({ role: "app", statements })).toBe(code);
  });

  test("refuses a balance above the maximum", async () => {
    const deposit = post({
      type: "deposit",
      source: "base:0x1:0",
      partnerId,
      legs: [
        ["custody:base-sepolia:usdc", `-${MAX_BIGINT}`],
        [wallet, MAX_BIGINT],
      ],
    });
    expect(await attack({ role: "app", statements: [deposit] })).toBe("22003");
  });
});

describe("ledger.open refuses", () => {
  const open = (account: Record<string, string>) =>
    `SELECT ledger.open('${JSON.stringify([account])}')`;

  test.each([
    ["an id that does not match its owner", { id: "wallet:a", kind: "wallet", partnerId: "b" }],
    ["a wallet without a partner", { id: "wallet:a", kind: "wallet" }],
    ["a wallet with a card", { id: "wallet:a", kind: "wallet", partnerId: "a", cardId: "c" }],
    ["a card without a partner", { id: "card:c", kind: "card", cardId: "c" }],
    ["a hold without a card", { id: "hold:c", kind: "hold", partnerId: "a" }],
    ["a second account of fees", { id: "fees2", kind: "fees" }],
    ["custody without a token", { id: "custody:base", kind: "custody" }],
    ["custody with a partner", { id: "custody:base:usdc2", kind: "custody", partnerId: "a" }],
    ["an unknown kind", { id: "vault", kind: "vault" }],
  ])("%s", async (_, account) => {
    const statements = [open(account)];
    expect(await attack({ role: "app", statements })).toBe("PW003");
    const after = [
      ...dropTriggers("ledger.accounts new_account"),
      ...dropConstraints("ledger.accounts accounts_card"),
    ];
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("no existing account, whose balance it keeps", async () => {
    const again = open({ id: wallet, kind: "wallet", partnerId });
    const statements = [
      again,
      `SELECT 1 / (balance_micro_usd / balance_micro_usd) FROM ledger.accounts WHERE id = '${wallet}'`,
    ];
    expect(await attack({ role: "app", statements })).toBe("through");
  });
});
