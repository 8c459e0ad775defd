import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { LedgerSum } from "./ledger-sum";
import type { Treasury } from "./queries";

type Chain = Treasury["chains"][number];
type Token = Chain["tokens"][number];
type Cause = Token["causes"][number];

const STATES: Record<Chain["state"], { state?: State; word: string }> = {
  equal: { state: "settled", word: "Matches" },
  unequal: { state: "failed", word: "Differs" },
  unreachable: { state: "attention", word: "Node unavailable" },
  unread: { state: "waiting", word: "Not checked yet" },
  off: { word: "No node configured" },
};

const CAUSES: Record<Cause["kind"], string> = {
  received: "Received without a deposit, a sweep or an operator posting",
  sent: "Sent without a withdrawal, a sweep or an operator posting",
  not_on_chain: "Credited, but not on-chain",
  no_block: "Credited without an on-chain block",
};

function amount(value: number) {
  return <Amount key="amount" value={value} />;
}

/** Leaves zero amounts out of the sum. */
const some = (value: number) => value !== 0 && amount(value);

function CauseLine({ kind, account, amount: by, txHash, blockNumber }: Cause) {
  return (
    <li className="space-y-1 py-2">
      <p className="flex justify-between gap-4">
        <span>{CAUSES[kind]}</span>
        <Amount value={by} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-quiet">
        <IdChip value={account} label="the account" />
        {txHash && <IdChip value={txHash} label="the transaction" />}
        {blockNumber !== undefined && <span>block {blockNumber.toLocaleString("en-US")}</span>}
      </p>
    </li>
  );
}

function TokenFacts({ token }: { token: Token }) {
  return (
    <div className="space-y-2">
      <h4 className="text-small font-medium">{token.token.toUpperCase()}</h4>
      <Facts
        facts={[
          ["In the treasury", amount(token.treasury)],
          [`Deposit addresses (${token.depositAddressCount})`, amount(token.depositAddresses)],
          ["Custody (ledger)", amount(token.custody)],
          ["Credited in later blocks", some(token.creditedLater)],
          ["Received, not credited yet", some(token.uncredited)],
          ["Paid, not completed yet", some(token.paidNotCompleted)],
          ["Completed, not paid at that block", some(token.completedNotPaid)],
          ["Posted, moved in a later block", some(token.postedLater ?? 0)],
          ["Expected on-chain", amount(token.expected)],
          ["Difference", amount(token.difference)],
        ]}
      />
      {token.causes.length > 0 && (
        <ul className="divide-y divide-line text-small">
          {token.causes.map((cause) => (
            <CauseLine key={`${cause.txHash}${cause.account}${cause.amount}`} {...cause} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ChainFacts({ chain }: { chain: Chain }) {
  const { block, fault } = chain;
  return (
    <section className="space-y-3">
      <h3 className="flex flex-wrap items-baseline gap-3 font-medium">
        {chain.chain}
        <span className="text-small font-normal">
          <StateWord state={STATES[chain.state].state} word={STATES[chain.state].word} />
        </span>
        {block && (
          <span className="text-small font-normal text-quiet">
            at block {block.number.toLocaleString("en-US")}, <Time instant={block.at} isExact />
          </span>
        )}
      </h3>
      {fault && <p className="text-small text-attention">{fault}</p>}
      {chain.state === "unequal" && (
        <p className="text-small">
          Tokens were moved outside the service, or a credit has no on-chain transfer. See
          docs/treasury.md for the procedure.
        </p>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        {chain.tokens.map((token) => (
          <TokenFacts key={token.token} token={token} />
        ))}
      </div>
    </section>
  );
}

/** Compares the books with each chain, as of one block of the chain. */
export function Reconciliation({ treasury }: { treasury: Treasury }) {
  return (
    <div className="space-y-8">
      <LedgerSum treasury={treasury} />
      {treasury.chains.map((chain) => (
        <ChainFacts key={chain.chain} chain={chain} />
      ))}
    </div>
  );
}
